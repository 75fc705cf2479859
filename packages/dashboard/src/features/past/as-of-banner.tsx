import { Link, useNavigate } from "@tanstack/react-router";
import { Field } from "../../components/forms/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { t } from "../../language/t.ts";
import { localText } from "../history/charts/chart-range.tsx";

/** Says that a page shows an earlier time, and leads to another one or back to now. */
export function AsOfBanner({ at }: { at: string }) {
  const navigate = useNavigate();
  return (
    <Notice kind="hint">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <p>
            <strong>{t("As of {time}", { time: absoluteTime(at) })}</strong> –{" "}
            <Link to="." search={{}} className="font-semibold text-accent underline">
              {t("Back to now")}
            </Link>
          </p>
          <p className="text-[0.8125rem]">
            {t(
              "Names, tags, intervals and texts are those of then; maintenance windows are those of now. Live updates and actions are off.",
            )}
          </p>
        </div>
        <Field
          label={t("As of")}
          hint={t("Local time")}
          error={null}
          type="datetime-local"
          value={localText(new Date(at))}
          max={localText(new Date())}
          className="max-w-64"
          onValue={(value) => {
            const ms = Date.parse(value);
            if (Number.isNaN(ms)) return;
            void navigate({ to: ".", search: { at: new Date(ms).toISOString() }, replace: true });
          }}
        />
      </div>
    </Notice>
  );
}
