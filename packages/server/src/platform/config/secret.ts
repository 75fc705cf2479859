import { inspect } from "node:util";

/** A value that is shown to nobody by accident: text, JSON and inspection all say `[redacted]`. */
export type Secret = {
  /** The value itself, at the one place that needs it. */
  reveal(): string;
  toString(): string;
  toJSON(): string;
};

const REDACTED = "[redacted]";

export function createSecret(value: string): Secret {
  const hide = () => REDACTED;
  return Object.freeze({ reveal: () => value, toString: hide, toJSON: hide, [inspect.custom]: hide });
}
