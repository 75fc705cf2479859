import { asApiError } from "../../api/api-error.ts";
import { sentenceOf } from "../../format.ts";
import { Notice } from "../notice.tsx";

/** Why a preview cannot be computed: the error of the API, and a line for each field that it rejects. */
export function ProblemNotice({ error }: { error: Error }) {
  const { message, details } = asApiError(error);
  return (
    <Notice kind="hint">
      {message}
      {details.map((detail) => (
        <span key={detail.path} className="block">
          {detail.path}: {sentenceOf(detail.message)}
        </span>
      ))}
    </Notice>
  );
}
