import type { z } from "zod";

/**
 * What a channel type declares: its configuration, which parts of it are secret, and its form. The API, the
 * dashboard's form, the code document and the reference are generated from it (ADR 0079).
 */
export type ChannelDeclaration = {
  readonly type: string;
  /** The name of the service, as the service writes it. */
  readonly label: string;
  readonly category: ChannelCategory;
  /** A strict object; nested objects only as the values of `headers`. */
  readonly config: z.ZodType<Record<string, unknown>>;
  /** Secret fields of the configuration, and the secret part of each. */
  readonly secrets: Readonly<Record<string, SecretPart>>;
  /** The field with the host that receives the secrets: if it changes, they must be entered again. */
  readonly serverField?: string;
  /** The form, in order. */
  readonly fields: readonly ChannelFormField[];
  /** Alternatives: a channel uses one of them, besides `fields`. The first is the default. */
  readonly connections?: readonly ChannelConnection[];
  /** The fields that say where messages go: the first one that is set. */
  readonly destination: readonly string[];
};

export const CHANNEL_CATEGORIES = {
  general: "General",
  chat: "Chat",
  push: "Push",
  phone: "Phone and SMS",
  "incident-tools": "Incident management",
  "issue-trackers": "Issues and logs",
} as const;
export type ChannelCategory = keyof typeof CHANNEL_CATEGORIES;

/** The whole text, the URL after its host, only its query, or the values of an object. */
export type SecretPart = "text" | "path" | "query" | "values";

export type ChannelFormField = {
  readonly key: string;
  readonly label: string;
  /** At most 80 characters. */
  readonly hint: string;
  readonly placeholder: string;
  readonly input: ChannelInput;
  /** Only of a `select`; the first one is the default. */
  readonly options?: readonly { value: string; label: string }[];
  /** If it is empty, the field is not sent. */
  readonly isOptional?: true;
};

/** `members`: a list of IDs of people, who are chosen by name. */
export type ChannelInput =
  | "text"
  | "password"
  | "number"
  | "select"
  | "switch"
  | "list"
  | "headers"
  | "members";

/** A way to connect to a service. The fields of the other ways are cleared. */
export type ChannelConnection = {
  readonly key: string;
  readonly label: string;
  readonly fields: readonly ChannelFormField[];
};

/** Checks a declaration and keeps the types of its name and its schema. */
export function defineChannelType<
  const Type extends string,
  Config extends z.ZodType<Record<string, unknown>>,
>(
  declaration: ChannelDeclaration & { type: Type; config: Config },
): ChannelDeclaration & { readonly type: Type; readonly config: Config } {
  return declaration;
}

/** All form fields of a declaration, those of its connections included. */
export function channelFormFields({
  fields,
  connections = [],
}: ChannelDeclaration): readonly ChannelFormField[] {
  return [...connections.flatMap((connection) => connection.fields), ...fields];
}
