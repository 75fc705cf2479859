import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { formView } from "./form-views.ts";
import { checkDraft, type MonitorDraft, withCheck } from "./monitor-draft.ts";

/** OpenSSL's codes for a response that is not TLS. */
const NOT_TLS = /ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/;

/** Returns the draft with `http://` if a check found that the server does not speak TLS at the port, else null. */
export function plainHttpDraft(
  draft: MonitorDraft,
  results: readonly Pick<CheckResult, "error">[],
): MonitorDraft | null {
  if (!results.some(({ error }) => error?.code === "TLS_INVALID" && NOT_TLS.test(error.message))) return null;
  const plain = formView(draft.type).withPlainHttp?.(checkDraft(draft));
  return plain ? { ...draft, ...withCheck(draft, plain) } : null;
}
