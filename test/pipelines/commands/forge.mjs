// Replaces `gh` and `curl`, as its first argument names them: the options that the pipelines use, with the comments and
// issues in the file FORGE_FILE. Other options and paths fail.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const [command, ...args] = process.argv.slice(2);
const flag = { type: "boolean" };
const texts = { type: "string", multiple: true, default: [] };
const method = { type: "string", default: "GET" };
const fields = { "raw-field": { ...texts, short: "f" }, field: { ...texts, short: "F" } };
const shown = { "fail-with-body": flag, silent: flag, "show-error": flag };
const optionsOf = {
  gh: { method, paginate: flag, slurp: flag, silent: flag, ...fields },
  curl: { request: method, ...shown, header: texts, "data-urlencode": texts },
};
const { values, positionals } = parseArgs({ args, allowPositionals: true, options: optionsOf[command] });
const isGithub = command === "gh";
const token = isGithub ? process.env.GH_TOKEN : values.header[0]?.replace("PRIVATE-TOKEN: ", "");
if (token !== "forge-token") fail("401 Unauthorized");
if (isGithub && positionals.shift() !== "api") fail("not gh api");
const [address, ...others] = positionals;
if (others.length > 0) fail(`unknown arguments: ${others.join(" ")}`);
const { pathname, searchParams } = new URL(address, "https://forge.example.com/");

const { user, ...messages } = JSON.parse(readFileSync(process.env.FORGE_FILE, "utf8"));
const requested = values.method ?? values.request;
const [, kind, id] =
  /(issues\/7\/comments|merge_requests\/7\/notes|issues)(?:\/(\d+))?$/.exec(
    pathname.replace(/issues\/comments\/(?=\d+$)/, "issues/7/comments/"),
  ) ?? [];
if (pathname === "/user") print(user);
else if (kind === undefined) fail(`404: there is no ${pathname}`);
else answer(messages[kind === "issues" ? "issues" : "comments"]);

function answer(all) {
  if (requested === "GET") {
    const shown = (searchParams.has("state") ? all.filter(({ isOpen }) => isOpen) : all).map(toResponse);
    return print(isGithub ? [shown.slice(0, 1), shown.slice(1)] : shown);
  }
  const fields = Object.fromEntries(
    [...(values["raw-field"] ?? []), ...(values.field ?? []), ...(values["data-urlencode"] ?? [])].map(readField),
  );
  const before = all.find((message) => message.id === Number(id));
  if (id !== undefined && before === undefined) fail(`404: there is no ${pathname}`);
  const message = before ?? { id: all.length + 1, author: user, title: "", text: "", isOpen: true };
  message.title = fields.title ?? message.title;
  message.text = fields.body ?? fields.description ?? message.text;
  message.isOpen = fields.state === undefined && fields.state_event === undefined;
  if (before === undefined) all.push(message);
  writeFileSync(process.env.FORGE_FILE, JSON.stringify({ user, ...messages }));
  print(toResponse(message));
}

/** `name=text` for both; `name=@file` for gh -F; `name@file` for curl. */
function readField(field) {
  const [, name, sign, value] = /^(\w+)(=@|=|@)(.*)$/s.exec(field) ?? fail(`not a field: ${field}`);
  return [name, sign === "=" ? value : readFileSync(value, "utf8")];
}

/** A message with the members of both forges: a comment of GitHub has no number, and a note of GitLab no iid. */
function toResponse({ id, author, title, text }) {
  const common = { id: kind === "issues" ? id + 1000 : id, user: author, author };
  return kind === "issues"
    ? { ...common, number: id, iid: id, title, body: isGithub ? text : undefined, description: text }
    : { ...common, body: text };
}

function print(value) {
  if (!isGithub || !values.silent) process.stdout.write(JSON.stringify(value));
}

function fail(problem) {
  process.stderr.write(`${command}: ${problem}\n`);
  process.exit(isGithub ? 1 : 22);
}
