import { Notice } from "../../components/notice.tsx";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";

/** Explains the status unknown; renders nothing for other statuses. */
export function StatusReason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <Notice>
      {t("Vedette cannot evaluate this target.")} {sentenceOf(reason)}
    </Notice>
  );
}
