import { inspect } from "node:util";

/** A value that is not disclosed by accident: text, JSON and inspection all return `[redacted]`. */
export type Secret = {
  /** Returns the value; called only where it is used. */
  reveal(): string;
  toString(): string;
  toJSON(): string;
};

const REDACTED = "[redacted]";

export function createSecret(value: string): Secret {
  const hide = () => REDACTED;
  return Object.freeze({ reveal: () => value, toString: hide, toJSON: hide, [inspect.custom]: hide });
}
