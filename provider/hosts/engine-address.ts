/**
 * The address of the engine that started this process; undefined if no engine did. It is the last argument: with
 * `--logflow` and `--tracing`, flags come first.
 */
export function findEngineAddress(commandLine: readonly string[]): string | undefined {
  const last = commandLine.slice(2).at(-1);
  return last !== undefined && /^[^\s:]+:[0-9]+$/u.test(last) ? last : undefined;
}
