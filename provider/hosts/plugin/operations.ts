import { kinds } from "../../list/kinds";
import type { Failed, Provider } from "../../resource/provider";
import { declareInputs } from "../../resource/declared-inputs";
import type { Properties } from "../../resource/inputs";
import type { Print } from "../../resource/notices";
import type { ResourceIdentity } from "../../resource/run-list";
import { partialChange } from "./call-error";
import { decode, encode, type Decoded } from "./values";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** The outputs whose names are not inputs: a preview does not know them. */
const computedOutputs = ["name", "description", "hasAssociatedCampaigns", "adopted", "unmanaged", "notVerified"];

/** The entries that these outputs contain are secret if those of any input are. */
const derivedOutputs = ["adopted", "missing", "unconfirmed"];

interface ChangedResource {
  readonly id: string;
  readonly properties: Struct;
}

/** The operations of a resource over the engine's encoding of its properties. */
export class Operations {
  readonly #provider: Provider;
  readonly #print: Print;

  constructor(provider: Provider, print: Print) {
    this.#provider = provider;
    this.#print = print;
  }

  async check(resource: ResourceIdentity, olds: Struct | undefined, news: Struct | undefined) {
    const given = decode(news);
    const { inputs, skipped } = declareInputs(given.values, given.unknown);
    const checked = await this.#provider.check(decode(olds).values, inputs, given.unknown, resource);
    if (checked.outcome === "invalid") return { outcome: "invalid", reason: checked.reason } as const;
    skipped.forEach((message) => this.#print({ severity: "info", message }));
    const encoding = { secret: given.secret, unknown: checked.unknown };
    return { outcome: "valid", inputs: encode(checked.inputs, encoding) } as const;
  }

  async diff(olds: Struct | undefined, news: Struct | undefined) {
    const given = decode(news);
    const { inputs } = declareInputs(given.values, given.unknown);
    const result = await this.#provider.diff(decode(olds).values, inputs, given.unknown);
    if (result.outcome === "failed") throw result.failure;
    return result;
  }

  async create(properties: Struct | undefined): Promise<ChangedResource> {
    const given = decode(properties);
    const result = await this.#provider.create(declareInputs(given.values).inputs);
    if (result.outcome === "failed") throw changeError(result, given);
    return { id: result.id, properties: encodeState(result.state, given) };
  }

  async import(id: string) {
    const result = await this.#provider.import(id);
    if (result.outcome === "failed") throw result.failure;
    return { id, properties: encode(result.state), inputs: encode(result.inputs) };
  }

  /** @returns no inputs if the old ones are kept. */
  async read(id: string, properties: Struct | undefined, oldInputs: Struct | undefined) {
    const state = decode(properties);
    const result = await this.#provider.read(state.values);
    if (result.outcome === "failed") throw result.failure;
    const inputs =
      result.inputs === undefined ? oldInputs : encode(result.inputs, { secret: secretsOf(state, decode(oldInputs)) });
    return { id, properties: encodeState(result.state, state), inputs };
  }

  async update(olds: Struct | undefined, news: Struct | undefined): Promise<ChangedResource> {
    const given = decode(news);
    const result = await this.#provider.update(decode(olds).values, declareInputs(given.values).inputs);
    if (result.outcome === "failed") throw changeError(result, given);
    return { id: result.id, properties: encodeState(result.state, given) };
  }

  async delete(properties: Struct | undefined): Promise<void> {
    const result = await this.#provider.delete(decode(properties).values);
    if (result.outcome === "failed") throw result.failure;
  }
}

/** The outputs of a create or an update in a preview: the inputs, and all other outputs unknown. */
export function previewOutputs(inputs: Struct | undefined): Struct {
  const { values, unknown, secret } = decode(inputs);
  return encode(values, { secret, unknown: new Set([...unknown, ...computedOutputs]) });
}

function encodeState(state: Properties, { secret }: Pick<Decoded, "secret">): Struct {
  const hasSecretEntries = kinds.some((name) => secret.has(name));
  return encode(state, { secret: new Set([...secret, ...(hasSecretEntries ? derivedOutputs : [])]) });
}

/** The inputs are as secret as they were, and as the outputs with these names. */
function secretsOf(state: Decoded, inputs: Decoded): ReadonlySet<string> {
  return state.secret.union(inputs.secret);
}

function changeError({ failure, partial }: Failed, given: Decoded): Error {
  if (partial === undefined) return failure;
  return partialChange(failure.message, partial.id, encodeState(partial.state, given));
}
