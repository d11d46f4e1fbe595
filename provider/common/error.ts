/**
 * What every error of this package is: a sentence for a person and a stable code for a program.
 *
 * The sentence says what happened, what was and was not changed, and what to do next. It never carries a secret.
 */
export abstract class AppListError extends Error {
  /** Stable, in capitals, such as "SETTINGS_INVALID". Public API: a code keeps its meaning once it is released. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
