/** A type whose members cannot be set, at any depth. */
export type Unchangeable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Unchangeable<Value[Key]> }
  : Value;
