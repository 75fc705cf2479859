import { fillBody } from "@vedette/contract/alerts/templates/body-template.ts";
import {
  bodyContentType,
  type ChannelTemplates,
  parseTemplate,
} from "@vedette/contract/alerts/templates/channel-templates.ts";
import {
  type TemplateFieldName,
  type TemplateValue,
  templateSections,
  templateText,
  templateValueAt,
} from "@vedette/contract/alerts/templates/template-fields.ts";
import { type Description, describeMessage } from "../messages/describe-message.ts";
import type { Message } from "../messages/message.ts";
import { oneLine } from "../messages/plain-text.ts";
import { messageFields } from "./message-fields.ts";
import type { TemplateFacts } from "./template-facts.ts";

/**
 * Applies the templates of a channel to a message. Pure and total: a stored template that is no longer valid is ignored,
 * so that a message always has a text.
 */

/** Of one value in a title or a text; a title or a line is cut again by `describeMessage`. */
const VALUE_LENGTH_MAX = 1_000;
/** Of one text in a body: the longest text of an alert is shorter. */
const BODY_VALUE_LENGTH_MAX = 4_000;

export type TemplateInput = { templates: ChannelTemplates; facts: TemplateFacts; nowMs: number };

export function applyTemplates(message: Message, { templates, facts, nowMs }: TemplateInput): Message {
  const standard = textsOf(describeMessage(message));
  const fields = messageFields({ message, facts, nowMs, ...standard });
  const hasOwnTexts = message.kind === "opened" || message.kind === "resolved" || message.kind === "reminder";
  const title = hasOwnTexts ? fillText("title", templates.title, fields) : undefined;
  const text = hasOwnTexts ? fillText("text", templates.text, fields) : undefined;
  const body = renderBody(templates, {
    ...fields,
    "message.headline": title ?? standard.headline,
    "message.text": text ?? standard.text,
  });
  return { ...message, custom: { ...(title && { title }), ...(text && { text }), ...(body && { body }) } };
}

/** The two texts of a description: its first line, and the rest in lines. */
export function textsOf({ headline, paragraphs, facts, items }: Description): {
  headline: string;
  text: string;
} {
  const lines = [...paragraphs, ...items, ...facts.map(({ label, value }) => `${label}: ${value}`)];
  return { headline, text: lines.join("\n") };
}

type Fields = Record<TemplateFieldName, TemplateValue>;

function fillText(context: "title" | "text", template: string | null | undefined, fields: Fields) {
  if (!template) return undefined;
  const { parts } = parseTemplate(context, template);
  if (parts === null) return undefined;
  const sections = templateSections(fields);
  const text = parts
    .map((part) =>
      "literal" in part
        ? part.literal
        : oneLine(templateText(templateValueAt(sections, part.name)), VALUE_LENGTH_MAX),
    )
    .join("");
  return text.trim() === "" ? undefined : text;
}

function renderBody(templates: ChannelTemplates, fields: Fields) {
  if (!templates.body) return undefined;
  const contentType = bodyContentType(templates);
  const { parts } = parseTemplate(contentType, templates.body);
  if (parts === null) return undefined;
  const sections = templateSections(fields);
  const content = fillBody(contentType, parts, (name) => cut(templateValueAt(sections, name)));
  return { contentType, content };
}

function cut(value: TemplateValue): TemplateValue {
  return typeof value === "string" ? value.slice(0, BODY_VALUE_LENGTH_MAX) : value;
}
