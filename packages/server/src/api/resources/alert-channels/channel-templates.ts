import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import {
  bodyTemplateError,
  type ChannelTemplates,
} from "@vedette/contract/alerts/templates/channel-templates.ts";
import type { ErrorDetail } from "@vedette/contract/common/errors.ts";

/** The templates that are stored: without fields that are null, and null if there are none. */
export function givenTemplates(templates: ChannelTemplates | null | undefined): ChannelTemplates | null {
  const given = Object.entries(templates ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return given.length === 0 ? null : Object.fromEntries(given);
}

/** An update does not name the type, so that its schema cannot check this. */
export function templateErrors(type: AlertChannelType, templates: ChannelTemplates | null): ErrorDetail[] {
  const message = bodyTemplateError(type, templates);
  return message === null ? [] : [{ path: "templates.body", message }];
}
