import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";

/** The token that pipelines have for the forge. */
export const forgeToken = "forge-token";

/** The owner of that token, with the members of both forges. */
const pipelineUser = { id: 41, login: "github-actions[bot]" };

/** A comment on a pull request, or an issue. */
interface Message {
  readonly id: number;
  readonly author: { readonly id: number; readonly login: string };
  readonly title: string;
  readonly text: string;
  readonly isOpen: boolean;
}

/** The parts of the APIs of GitHub and GitLab that the pipelines use, in memory, on loopback. */
export interface Forge {
  readonly url: string;
  readonly comments: Message[];
  readonly issues: Message[];
  close(): Promise<void>;
}

const changeSchema = z.object({
  title: z.string().optional(),
  body: z.string().optional(),
  description: z.string().optional(),
  state: z.literal("closed").optional(),
  state_event: z.literal("close").optional(),
});

/** The paths of both forges. The last part of a path can be an ID. */
const paths = {
  comments:
    /^(?:\/repos\/[^/]+\/[^/]+\/issues\/(?:\d+\/comments|comments\/(\d+))|\/projects\/\d+\/merge_requests\/\d+\/notes(?:\/(\d+))?)$/u,
  issues: /^(?:\/repos\/[^/]+\/[^/]+\/issues(?:\/(\d+))?|\/projects\/\d+\/issues(?:\/(\d+))?)$/u,
};

export async function startForge(): Promise<Forge> {
  const messages = { comments: [] as Message[], issues: [] as Message[] };
  const server = createServer((request, response) => {
    void answer(messages, request).then(({ status, body }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    ...messages,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function answer(messages: Pick<Forge, "comments" | "issues">, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
  const token = request.headers["private-token"] ?? request.headers.authorization?.replace("Bearer ", "");
  if (token !== forgeToken) return { status: 401, body: { message: "Unauthorized" } };
  if (pathname === "/user") return { status: 200, body: pipelineUser };
  const collection = (["comments", "issues"] as const).find((name) => paths[name].test(pathname));
  if (collection === undefined) return { status: 404, body: { message: `There is no ${pathname}` } };
  const all = messages[collection];
  const [, ...ids] = paths[collection].exec(pathname) ?? [];
  const id = ids.find((part) => part !== undefined);
  if (request.method === "GET") {
    const isRequested = ({ isOpen }: Message): boolean => isOpen || !searchParams.has("state");
    return { status: 200, body: all.filter(isRequested).map(toResponse) };
  }
  const change = await changeOf(request);
  const text = change.body ?? change.description;
  if (id === undefined) {
    const message = {
      id: all.length + 1,
      author: pipelineUser,
      title: change.title ?? "",
      text: text ?? "",
      isOpen: true,
    };
    all.push(message);
    return { status: 201, body: toResponse(message) };
  }
  const index = all.findIndex((message) => message.id === Number(id));
  const before = all[index];
  if (before === undefined) return { status: 404, body: { message: "Not found" } };
  const isOpen = before.isOpen && change.state === undefined && change.state_event === undefined;
  all[index] = { ...before, text: text ?? before.text, isOpen };
  return { status: 200, body: toResponse(before) };
}

async function changeOf(request: IncomingMessage): Promise<z.infer<typeof changeSchema>> {
  const body = Buffer.concat(await Array.fromAsync(request)).toString("utf8");
  const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
  return changeSchema.parse(isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)));
}

/** A message with the members of both forges. */
function toResponse({ id, author, title, text }: Message): unknown {
  return { id, number: id, iid: id, user: author, author, title, body: text, description: text };
}
