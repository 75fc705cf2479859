import type { Description } from "./describe-message.ts";
import { listWithin } from "./plain-text.ts";

/** Share of a text that a list of alerts may take; the rest is for the facts and the links. */
const LIST_SHARE = 0.7;

/** A message as plain text without its headline: sentences, alerts, facts and the links, which are never cut. */
export function descriptionBody(
  { paragraphs, facts, items, link, acknowledge }: Description,
  { lengthMax, prepare = (text) => text }: TextLimit,
): string {
  const parts = [
    ...paragraphs,
    ...(items.length === 0 ? [] : [listWithin(items, Math.floor(lengthMax * LIST_SHARE))]),
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
  ];
  const links = acknowledge === null ? [link] : [link, acknowledge];
  const end = links.map(({ label, url }) => `${label}: ${url}`).join("\n");
  const text = cutText(prepare(parts.join("\n\n")), Math.max(0, lengthMax - end.length - 2));
  return text === "" ? end : `${text}\n\n${end}`;
}

/** The headline, then the body. */
export function descriptionText(description: Description, limit: TextLimit): string {
  const headline = (limit.prepare ?? ((text: string) => text))(description.headline);
  return `${headline}\n\n${descriptionBody(description, { ...limit, lengthMax: limit.lengthMax - headline.length - 2 })}`;
}

export type TextLimit = {
  /** In UTF-16 code units. */
  lengthMax: number;
  /** Escapes untrusted text; the links are added after it. */
  prepare?: (text: string) => string;
};

function cutText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, Math.max(0, lengthMax - 1)).toWellFormed()}…`;
}
