import type { AlertChannel } from "@vedette/contract/alerts/alert-channels.ts";
import type { BodyContentType } from "@vedette/contract/alerts/templates/body-template.ts";

/** Form state of the templates of a channel. An empty text means the standard one. Pure. */
export type TemplateDraft = { title: string; text: string; body: string; contentType: BodyContentType };

type Templates = AlertChannel["templates"];

export const NO_TEMPLATES: TemplateDraft = { title: "", text: "", body: "", contentType: "application/json" };

export function draftOfTemplates(templates: Templates): TemplateDraft {
  return {
    title: templates?.title ?? "",
    text: templates?.text ?? "",
    body: templates?.body ?? "",
    contentType: templates?.content_type ?? NO_TEMPLATES.contentType,
  };
}

/** Returns the field of the request; null if all texts are standard. */
export function templatesOfDraft({ title, text, body, contentType }: TemplateDraft): Templates {
  if (title === "" && text === "" && body === "") return null;
  return {
    ...(title !== "" && { title }),
    ...(text !== "" && { text }),
    ...(body !== "" && { body, content_type: contentType }),
  };
}
