import { ALERT_CHANNEL_TYPES, channelDeclaration } from "@vedette/contract/alerts/channels/channel-types.ts";
import {
  CHANNEL_CATEGORIES,
  channelFormFields,
} from "@vedette/contract/alerts/channels/define-channel-type.ts";
import { expect, test } from "vitest";
import { CHANNEL_TEXTS } from "./contract-texts.ts";

/** What each language writes alike: URLs, acronyms such as "TLS", and names such as "local0". */
const SAME_EVERYWHERE = /^(?:(?:\p{Lu}+s?|Apprise|Webhook)(?: (?:URLs?|\p{Lu}+))*|\p{Ll}+\d?)$/u;

test("the texts of channel types are those of the contract, without names of services", () => {
  const declarations = ALERT_CHANNEL_TYPES.map(channelDeclaration);
  const texts = declarations.flatMap((declaration) => [
    ...(declaration.connections ?? []).map(({ label }) => label),
    ...channelFormFields(declaration).flatMap(({ label, hint, options = [] }) => [
      ...[label, hint],
      ...options.map((option) => option.label),
    ]),
  ]);
  const wanted = [...texts, ...Object.values(CHANNEL_CATEGORIES)].filter(
    (text) => text !== "" && !SAME_EVERYWHERE.test(text),
  );
  expect(wanted.filter((text) => !Object.hasOwn(CHANNEL_TEXTS, text))).toEqual([]);
  const known = new Set([
    ...texts,
    ...Object.values(CHANNEL_CATEGORIES),
    ...declarations.map(({ label }) => label),
  ]);
  expect(Object.keys(CHANNEL_TEXTS).filter((text) => !known.has(text))).toEqual([]);
});
