import { Notice } from "../../components/notice.tsx";
import { sentenceOf } from "../../format.ts";

/** Why nothing is known of a target; nothing where its status is known. */
export function StatusReason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return <Notice>Vedette cannot judge this target. {sentenceOf(reason)}</Notice>;
}
