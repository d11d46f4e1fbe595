import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { z } from "zod";
import { currentOperation, type Operation } from "./deployment";

/** The header with the number of the operation that sent a request. */
const header = "x-operation";

interface Sent {
  addHeader(name: string, value: string): void;
}

const messageSchema = z.object({ request: z.custom<Sent>((sent) => sent instanceof Object && "addHeader" in sent) });

/** Marks requests with the operations that send them: undici publishes a request in the context of its sender. */
export function markSenders() {
  const senders: Operation[] = [];
  const mark = (message: unknown): void => {
    const operation = currentOperation.getStore();
    if (operation !== undefined)
      messageSchema.parse(message).request.addHeader(header, `${senders.push(operation) - 1}`);
  };
  subscribe("undici:request:create", mark);
  return {
    senderOf: (headers: Readonly<Record<string, unknown>>): Operation | undefined => senders[Number(headers[header])],
    forget: () => void (senders.length = 0),
    close: () => void unsubscribe("undici:request:create", mark),
  };
}
