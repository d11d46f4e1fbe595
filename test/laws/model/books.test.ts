import { describe, expect, it } from "vitest";
import { kinds } from "../../../provider/list/kinds";
import { Books, type Happened } from "./books";
import type { Declared } from "./declared";

const allKinds = new Set(kinds);
const how = { refresh: false, inSequence: false };

/** A program with one resource for list 1. */
function declares(entries: readonly string[], exclusive = false): Declared {
  return [{ name: "a", appListId: 1, entries, exclusive, claimExisting: false, removalLimit: undefined }];
}

/** A command that turned one content of the lists into another. */
function happened(
  before: readonly string[],
  after: readonly string[],
  outcome: Happened["outcome"] = "done",
): Happened {
  return {
    outcome,
    before: new Set(before),
    after: new Set(after),
    answered: new Set([1]),
    mayBeAdded: new Set(),
    isBlinded: false,
  };
}

/** The books of a stack that has added com.a, beside com.b of others. */
function booksOfOne(): Books {
  const books = new Books(allKinds, allKinds);
  expect(books.up(declares(["com.a"]), how, happened(["1 com.b"], ["1 com.b", "1 com.a"]))).toEqual([]);
  return books;
}

describe("the books of the model find fault with", () => {
  it("an up that removes what others put there", () => {
    const problems = booksOfOne().up(declares(["com.a"]), how, happened(["1 com.a", "1 com.b"], ["1 com.a"], "failed"));
    expect(problems).toEqual([expect.stringContaining("1 com.b was removed")]);
  });

  it("an up that adds what is not declared", () => {
    const problems = booksOfOne().up(declares(["com.a"]), how, happened(["1 com.a"], ["1 com.a", "1 com.c"]));
    expect(problems).toEqual([expect.stringContaining("1 com.c was added and is not declared")]);
  });

  it("an up that is done and has not added what is declared", () => {
    const problems = booksOfOne().up(declares(["com.a", "com.c"]), how, happened(["1 com.a"], ["1 com.a"]));
    expect(problems).toEqual([expect.stringContaining("1 com.c is declared and is not in the list")]);
  });

  it("an up that is done and has left what it added and no longer declares", () => {
    const problems = booksOfOne().up(declares([]), how, happened(["1 com.a", "1 com.b"], ["1 com.a", "1 com.b"]));
    expect(problems).toEqual([expect.stringContaining("1 com.a was added by this stack, is not declared")]);
  });

  it("an up --refresh that is done and has left what others put into an exclusive list", () => {
    const up = { ...how, refresh: true };
    const problems = booksOfOne().up(
      declares(["com.a"], true),
      up,
      happened(["1 com.a", "1 com.b"], ["1 com.a", "1 com.b"]),
    );
    expect(problems).toEqual([expect.stringContaining("1 com.b is in an exclusive list")]);
  });

  it("a destroy that removes what others put there, or leaves what it added", () => {
    const problems = booksOfOne().destroy(happened(["1 com.a", "1 com.b"], ["1 com.a"]));
    expect(problems).toEqual([
      expect.stringContaining("1 com.b was removed by a destroy"),
      expect.stringContaining("1 com.a was added by this stack and is in the list"),
    ]);
  });

  it("a refresh that changes a list", () => {
    expect(booksOfOne().refresh(happened(["1 com.a"], []))).toHaveLength(1);
  });

  it("a state that claims what a failed up has removed, unless others removed it", () => {
    const books = booksOfOne();
    expect(books.up(declares([]), how, happened(["1 com.a"], [], "failed"))).toEqual([]);
    expect(books.judgeClaims(new Set(["1 com.a"]), new Set())).toEqual([expect.stringContaining("is in the state")]);
    const others = booksOfOne();
    others.othersDid(new Set(["1 com.a"]), new Set());
    expect(others.judgeClaims(new Set(["1 com.a"]), new Set())).toEqual([]);
  });
});
