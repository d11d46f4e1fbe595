import type { dynamic } from "@pulumi/pulumi";
import { messageWithCode, withCode } from "../../common/error";
import { definedMembers, type HostCall, type Properties } from "../../resource/inputs";
import type { Print } from "../../resource/notice";
import { PartialChangeError } from "../../resource/execute";
import { ResourceProvider } from "../../resource/provider";
import type { Run } from "../../resource/run";
import type { ResourceName } from "../../resource/shared-declarations";
import { unknownValue } from "../../common/engine-texts";
import { resourceMark, secretMark } from "../engine";

/**
 * An error of diff, read or delete. Pulumi prints its message as the error of the resource, and then `${error}:
 * ${error.stack}`. With the usual texts, the message would appear twice, with a stack trace.
 */
export class OperationError extends Error {
  override readonly stack = "failed, see the error of the resource";

  override toString(): string {
    return "pulumi-app-list";
  }
}

/** The operations of a dynamic provider, without `configure`. */
export type Operations = Required<Omit<dynamic.ResourceProvider<Properties, Properties>, "configure">>;

/**
 * Translates the operations of a dynamic provider.
 *
 * @param currentRun returns the run of this process. It is configured before the first operation.
 * @param print shows a notice to the person who runs Pulumi.
 */
export function createOperations(currentRun: () => Run, print: Print): Operations {
  let provider: ResourceProvider | undefined;
  const current = (): ResourceProvider => (provider ??= new ResourceProvider(currentRun(), print));

  return {
    check: async (olds, news) => {
      const checked = await current().check(olds, news, nameOf(news), callOf(news));
      // If a failure names a property, the engine prints its whole value: ten thousand lines for a long list.
      if (checked.outcome === "invalid")
        return { inputs: news, failures: [{ property: "", reason: withCode(checked.reason, checked.code) }] };
      const unknown = Array.from(checked.unknown, (name) => [name, unknownValue] as const);
      return { inputs: { ...checked.inputs, ...Object.fromEntries(unknown), ...marksOf(news) } };
    },

    diff: async (_id, olds, news) => {
      const { changes, replaces } = await current().diff(olds, news, callOf(news, olds)).catch(fail);
      return { changes: changes || mustKeepMarks(olds, news), replaces: [...replaces] };
    },

    create: async (inputs) => {
      const creation = current().create(inputs, callOf(inputs));
      const { id, state } = await creation.catch((error: unknown) => failChange(error, inputs));
      return { id, outs: { ...state, ...marksOf(inputs) } };
    },

    read: async (id, props = {}) => {
      const { state, inputs } = await current().read(props, callOf(props)).catch(fail);
      const read = { id, props: { ...state, ...marksOf(props) } };
      return inputs === undefined ? read : { ...read, inputs: { ...inputs, ...marksOf(props) } };
    },

    update: async (_id, olds, news) => {
      const update = current().update(olds, news, callOf(news, olds));
      // The state of a failed update can contain entries of the state before.
      const { state } = await update.catch((error: unknown) => failChange(error, { ...marksOf(olds), ...news }));
      return { outs: { ...state, ...marksOf(news) } };
    },

    delete: async (_id, props) => current().delete(props, callOf(props)).catch(fail),
  };
}

/** The properties of this host that inputs and states keep. */
const marks = [secretMark, resourceMark];

/**
 * Whether an update must store properties of this host. It sends nothing. States of the plugin do not have `__provider`,
 * and without it, Pulumi can neither refresh nor delete the resource. Without the present `__resource`, a delete would
 * not know whether the run declares the resource, and without the present `__secretEntries`, it would name secret
 * entries. Without a difference, Pulumi would keep the old state.
 */
function mustKeepMarks(olds: Properties, news: Properties): boolean {
  return (
    (olds["__provider"] === undefined && news["__provider"] !== undefined) ||
    marks.some((name) => news[name] !== undefined && olds[name] !== news[name])
  );
}

function marksOf(properties: Properties): Properties {
  return definedMembers(Object.fromEntries(marks.map((name) => [name, properties[name]])));
}

function nameOf({ [resourceMark]: mark }: Properties): ResourceName {
  const id = String(mark);
  return { id, name: id.replace(/^.*?::/su, "") };
}

/** The facts of a call in its properties and their marks. Pulumi passes the values of secrets in plain text. */
function callOf(properties: Properties, olds: Properties = {}): HostCall {
  const isSecret = [properties, olds].some(({ [secretMark]: mark }) => mark === true);
  const unknown = new Set(Object.keys(properties).filter((name) => properties[name] === unknownValue));
  const id = properties[resourceMark];
  return { id: typeof id === "string" ? id : undefined, isSecret, unknown };
}

function fail(cause: unknown): never {
  throw new OperationError(messageWithCode(cause), { cause });
}

/**
 * Fails a create or an update. By these members, Pulumi recognizes a partial change: it keeps the state, and runs
 * update next time.
 */
function failChange(error: unknown, inputs: Properties): never {
  if (!(error instanceof PartialChangeError)) return fail(error);
  const { id, state } = error.resource;
  const message = messageWithCode(error);
  // Pulumi adds `__provider` only after a success. Without it, no later operation finds the provider.
  const properties = { ...state, ...marksOf(inputs), __provider: inputs["__provider"] };
  throw Object.assign(new Error(message, { cause: error }), { id, properties, reasons: [message] });
}
