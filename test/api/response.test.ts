import { describe, expect, it } from "vitest";
import * as z from "zod";
import { buildCall } from "../../provider/api/call";
import { Redactor } from "../../provider/api/redaction";
import { readResponse } from "../../provider/api/response";

const settings = { owner: {}, redactor: new Redactor([]), baseUrl: "https://api.example.com" };
const call = buildCall(
  settings,
  { purpose: "read", activity: "a list was being read" },
  { method: "GET", path: "/lists/1", headers: {} },
);
const schema = z.object({ id: z.int(), token: z.string() });

describe("a response that cannot be read", () => {
  it.each([
    ["secret-text", "it is not JSON"],
    [" ", "it is empty"],
    ["[]", "it is not the expected object"],
    ['{"id":"secret-text","token":5}', "unexpected id, token"],
    ["[".repeat(500_001), "it has too many values"],
    [`[${"{},".repeat(500_000)}{}]`, "it has too many values"],
    [`[${"1,".repeat(500_000)}1]`, "it has too many values"],
    ['{"id":5}', "it is compressed, although the request does not allow that", true],
  ])("has its problem in the error, and nothing of its text: %#", (body, problem, isEncoded?: boolean) => {
    const read = () => readResponse(call, { outcome: "response", status: 200, body, isEncoded }, schema);
    expect(read).toThrow(`The response of the API (200) cannot be read: ${problem}. The response body`);
    expect(read).not.toThrow("secret-text");
  });
});
