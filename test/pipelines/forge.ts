import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Received, startServer } from "../api/server";

/** Who writes comments and issues in the pipelines: the name on GitHub, and the ID on GitLab. */
const pipeline = "github-actions[bot]";
const userIds: Readonly<Record<string, number>> = { [pipeline]: 41 };

/** The token of the pipelines of GitLab. */
export const gitlabToken = "glpat-of-the-pipeline";

interface Message {
  readonly id: number;
  readonly kind: "comment" | "issue";
  readonly author: string;
  readonly isOpen: boolean;
  readonly body: string;
  /** Counts the changes of all messages. */
  readonly updated: number;
}

/** The comments of one pull request, and the issues of its repository. */
class Messages {
  readonly #messages = new Map<number, Message>();
  readonly #log: string[] = [];
  #updated = 0;

  create(kind: Message["kind"], author: string, body: string, title = ""): void {
    const id = this.#messages.size + 1;
    this.#messages.set(id, { id, kind, author, isOpen: true, body, updated: (this.#updated += 1) });
    if (author === pipeline) this.#log.push(title === "" ? `${kind} created` : `${kind} created: ${title}`);
  }

  /** @param body undefined to close an issue. */
  update(id: number, body: string | undefined): void {
    const message = this.#messages.get(id);
    if (message?.author !== pipeline) throw new Error(`A pipeline changes the message ${id} of somebody else.`);
    const changed = body === undefined ? { isOpen: false } : { body };
    this.#messages.set(id, { ...message, ...changed, updated: (this.#updated += 1) });
    this.#log.push(`${message.kind} ${body === undefined ? "closed" : "updated"}`);
  }

  /** The open messages of a kind, from the oldest to the latest one. */
  open(kind: Message["kind"]): readonly Message[] {
    return [...this.#messages.values()].filter((message) => message.kind === kind && message.isOpen);
  }

  /** The changes by pipelines since the last call. */
  takeLog(): readonly string[] {
    return this.#log.splice(0);
  }
}

/**
 * Starts a forge: the API of GitLab, as far as the component uses it, and the answers of the stand-in for `gh`. Its
 * users are the pipeline, and strangers.
 */
export async function startForge() {
  const messages = new Messages();
  const { baseUrl: url } = await startServer((request, response) => {
    try {
      const { status, body } =
        request.url === "/gh" ? answerGh(messages, request.body) : answerGitlab(messages, request);
      response.writeHead(status).end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  return {
    url,
    changes: () => messages.takeLog(),
    /** The texts of the open comments or issues of the pipelines. */
    bodies: (kind: Message["kind"]) =>
      messages.open(kind).flatMap(({ author, body }) => (author === pipeline ? [body] : [])),
    /** Adds comments and issues of somebody else. */
    addStrangers: (count: number, body: string): void => {
      for (const kind of ["comment", "issue"] as const) {
        for (let index = 0; index < count; index += 1) messages.create(kind, "stranger", body);
      }
    },
  };
}

/** Answers a call of `gh` with the options that every version has. The request has its folder and its words. */
function answerGh(messages: Messages, sent: string) {
  const [folder = "", ...words] = sent.trimEnd().split("\n");
  const [, listed] = /^api --paginate --jq \.\[\] (\S+)$/u.exec(words.join(" ")) ?? [];
  if (listed !== undefined) {
    const kind = listed.includes("/comments?") ? "comment" : "issue";
    const all = messages.open(kind).map(({ id, author, body }) => {
      return JSON.stringify({ ...(kind === "issue" && { number: id }), id, user: { login: author }, body });
    });
    return { status: 200, body: all.join("\n") };
  }
  const [, method, path = "", rest = ""] = /^api --silent --method (\w+) (\S+) (.*)$/u.exec(words.join(" ")) ?? [];
  const [, title] = /-f title=(.*?)(?: -|$)/u.exec(rest) ?? [];
  const body = rest.includes("body=@body.md") ? readFileSync(join(folder, "body.md"), "utf8") : undefined;
  if (method === "POST" && body !== undefined) {
    messages.create(path.endsWith("/comments") ? "comment" : "issue", pipeline, body, title);
  } else if (method === "PATCH" && (body !== undefined || rest === "-f state=closed")) {
    messages.update(Number(path.split("/").at(-1)), body);
  } else throw new Error(`gh has no such command: ${words.join(" ")}`);
  return { status: 200, body: "" };
}

/** Answers a request to the API of GitLab, version 4. */
function answerGitlab(messages: Messages, request: Received) {
  if (request.headers["private-token"] !== gitlabToken) return { status: 401, body: '{"message":"401 Unauthorized"}' };
  const { pathname, searchParams } = new URL(request.url, "http://forge.example.com");
  if (pathname === "/api/v4/user") return { status: 200, body: JSON.stringify({ id: userIds[pipeline] }) };
  const [, collection = "", id] =
    /^\/api\/v4\/projects\/12\/(merge_requests\/7\/notes|issues)(?:\/(\d+))?$/u.exec(pathname) ?? [];
  if (collection === "") return { status: 404, body: '{"message":"404 Not Found"}' };
  const kind = collection === "issues" ? "issue" : "comment";
  const form = new URLSearchParams(request.body);
  const body = form.get("body") ?? form.get("description") ?? undefined;
  if (request.method === "GET") return { status: 200, body: listGitlab(messages.open(kind), kind, searchParams) };
  if (request.method === "POST") messages.create(kind, pipeline, body ?? "", form.get("title") ?? undefined);
  else messages.update(Number(id), form.get("state_event") === "close" ? undefined : body);
  return { status: 200, body: "{}" };
}

/** The first page of a list, in the order that the query asks for. The latest message is the first one. */
function listGitlab(open: readonly Message[], kind: Message["kind"], query: URLSearchParams): string {
  const of = (message: Message) => (query.get("order_by") === "updated_at" ? message.updated : message.id);
  const isMine = query.get("scope") === "created_by_me" && kind === "issue";
  const listed = open.filter(({ author }) => !isMine || author === pipeline).toSorted((one, two) => of(two) - of(one));
  const page = query.get("sort") === "asc" ? listed.toReversed() : listed;
  return JSON.stringify(
    page.slice(0, Math.min(100, Number(query.get("per_page") ?? 20))).map(({ id, author, body }) => {
      const ids = kind === "issue" ? { iid: id, id: id + 900 } : { id };
      return { ...ids, author: { id: userIds[author] ?? 5 }, [kind === "issue" ? "description" : "body"]: body };
    }),
  );
}
