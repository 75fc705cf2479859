import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { AuthDraft } from "../../steps/auth-draft.ts";
import type { HttpOptionsDraft } from "../http-options-draft.ts";

/** The fields of an HTTP monitor in its form. */

type Method = NonNullable<Monitor["method"]>;

/** Repeated here, because the list of the contract would load its validation; the test compares them. */
export const METHODS: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
export const BODY_METHODS: ReadonlySet<Method> = new Set(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export type UrlDraft = HttpOptionsDraft & {
  url: string;
  method: Method;
  headers: Record<string, string>;
  body: string;
  auth: AuthDraft;
};
