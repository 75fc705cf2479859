import type { FindFieldError } from "../../api/api-error.ts";
import { t } from "../../language/t.ts";
import { AssertionEditor } from "../assertions/assertion-editor.tsx";
import { ExtractionEditor } from "./extraction-editor.tsx";
import type { ResponseCheckDrafts } from "./response-check-drafts.ts";

type ResponseChecksProps = {
  checks: ResponseCheckDrafts;
  onChecks(part: Partial<ResponseCheckDrafts>): void;
  /** Takes paths such as "assertions.0.value" and "extract.0.name". */
  errorAt: FindFieldError;
};

/** Assertions and extractions of the response of a step. */
export function ResponseChecks({ checks, onChecks, errorAt }: ResponseChecksProps) {
  return (
    <>
      <fieldset className="sm:col-span-full">
        <legend className="mb-1.5 font-semibold">{t("Assertions")}</legend>
        <AssertionEditor
          none={t("None: any status below 400 passes.")}
          assertions={checks.assertions}
          onAssertions={(assertions) => onChecks({ assertions })}
          errorAt={errorAt}
        />
      </fieldset>
      <fieldset className="sm:col-span-full">
        <legend className="mb-1.5 font-semibold">{t("Extract variables")}</legend>
        <ExtractionEditor
          extract={checks.extract}
          onExtract={(extract) => onChecks({ extract })}
          errorAt={errorAt}
        />
      </fieldset>
    </>
  );
}
