import { z } from "zod";
import type { AssertionType } from "../assertions/assertion-rules.ts";
import type { ErrorDetail } from "../common/errors.ts";

/** What a check kind declares. Each kind is one file, here or in services/, and one line in check-kinds.ts. */

/** A field of a check, with its schema at each place where it occurs. */
export type CheckField = {
  create: z.ZodType;
  update: z.ZodType;
  /** In responses. The API is flat, so it must also accept `absent`. */
  response: z.ZodType;
  /** In the stored configuration. Returns the default for undefined, so a new field needs no migration. */
  stored: z.ZodType;
  /** The value that the response of a monitor of another kind has. */
  absent: null | boolean | Record<string, never>;
};

export type CheckFields = Record<string, CheckField>;

/** The stored configuration of a check with these fields. */
export type ConfigOf<Fields extends CheckFields> = {
  [Name in keyof Fields]: z.output<Fields[Name]["stored"]>;
};

/** What is stored of earlier checks and later checks need. */
export type CheckMemory = {
  /** The records that later ones are compared with; null until the first check. */
  baseline: readonly string[] | null;
  /** The status of a manual monitor; null until it is set. */
  setStatus: WantedStatus | null;
};

export type WantedStatus = { status: "up" | "degraded" | "down"; reason: string | null };

export type CheckKind<Fields extends CheckFields, Spec> = {
  fields: Fields;
  /** Returns everything that is wrong across the fields; empty if the configuration may be saved. */
  findErrors(config: ConfigOf<Fields>): ErrorDetail[];
  /** The field without which an assertion has nothing to evaluate. */
  assertionFields?: Partial<Record<AssertionType, keyof Fields & string>>;
  /** Returns what lists show beside the name. */
  address(config: ConfigOf<Fields>): string;
  /** Returns what the probe of the engine needs. The configuration has no errors. */
  toSpec(config: ConfigOf<Fields>, memory: CheckMemory): Spec;
  /** Returns why the check never sees a TLS certificate; null if it may see one. */
  noCertificate(config: ConfigOf<Fields>): string | null;
  /** The fields whose values may be secret: the audit log shows only that they are set. */
  masked: readonly (keyof Fields & string)[];
};

export function defineCheckKind<Fields extends CheckFields, Spec>(
  kind: CheckKind<Fields, Spec>,
): CheckKind<Fields, Spec> {
  return kind;
}

/** A field that `null` clears. `response` has no limits, because stored values were validated. */
export function optionalField<Input extends z.ZodType, Response extends z.ZodType>(
  input: Input,
  response: Response,
) {
  return {
    create: input.nullish(),
    update: input.nullish(),
    response: response.nullable(),
    stored: response.nullable().default(null),
    absent: null,
  };
}

/** A field with a default, which `null` restores. */
export function defaultedField<
  Input extends z.ZodType,
  Response extends z.ZodType,
  Initial extends z.output<Response>,
>(input: Input, response: Response, initial: Initial) {
  return {
    create: input.nullish().meta({ default: initial }),
    update: input.nullish(),
    response: response.nullable(),
    stored: response.default(initial as z.core.util.NoUndefined<z.output<Response>>),
    absent: null,
  };
}

/** A field that maps names to texts; empty by default. The kind's `findErrors` checks the names. */
export function mapField(input: z.ZodRecord<z.ZodString, z.ZodType<string>>, description: string) {
  const texts = z.record(z.string(), z.string());
  return {
    create: input.nullish().meta({ description }),
    update: input.nullish().meta({ description }),
    response: texts,
    stored: texts.default({}),
    absent: {},
  };
}

/** A switch with a default; it cannot be cleared. A monitor of another kind ignores it. */
export function switchField(input: z.ZodBoolean, initial: boolean) {
  return {
    create: input.default(initial),
    update: input.optional(),
    response: z.boolean(),
    stored: z.boolean().default(initial),
    absent: initial,
  };
}
