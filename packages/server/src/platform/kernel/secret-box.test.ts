import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BoxError, boxKeyId, keyIdOf, newKeyBytes, openBox, type SealingKey, sealBox } from "./secret-box.ts";

function newKey(): SealingKey {
  const bytes = newKeyBytes();
  return { id: keyIdOf(bytes), bytes };
}

const key = newKey();

describe("a box", () => {
  test("opens with its key and context to the original content", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(fc.string()), (content, context) => {
        const box = sealBox(key, Buffer.from(content), context);
        expect(boxKeyId(box)).toBe(key.id);
        expect(openBox(key, box, context)).toEqual(Buffer.from(content));
      }),
    );
  });

  test("does not open in another context", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (context, other) => {
        fc.pre(JSON.stringify(context) !== JSON.stringify(other));
        const box = sealBox(key, Buffer.from("x"), context);
        expect(() => openBox(key, box, other)).toThrow(BoxError);
      }),
    );
    // The parts have boundaries: moving a boundary gives another context.
    expect(() => openBox(key, sealBox(key, Buffer.from("x"), ["ab", "c"]), ["a", "bc"])).toThrow(BoxError);
  });

  test("does not open if any bit was changed or a part is missing", () => {
    const box = sealBox(key, Buffer.from("content"), ["a"]);
    for (let at = 0; at < box.length; at++) {
      const changed = Buffer.from(box);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openBox(key, changed, ["a"])).toThrow(BoxError);
      expect(() => openBox(key, box.subarray(0, at), ["a"])).toThrow(BoxError);
    }
  });

  test("does not open with another key that has the same ID", () => {
    const box = sealBox(key, Buffer.from("x"), []);
    expect(() => openBox(newKey(), box, [])).toThrow(`sealed with key ${key.id}`);
    expect(() => openBox({ ...newKey(), id: key.id }, box, [])).toThrow(BoxError);
  });

  test("is different each time", () => {
    const boxes = Array.from({ length: 1_000 }, () => sealBox(key, Buffer.from("x"), []).toString("hex"));
    expect(new Set(boxes).size).toBe(boxes.length);
  });
});
