import type { ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import { WritesBadge } from "../writes-badge.tsx";
import { isWriting } from "./operation-filter.ts";

/** What an import will create, what it leaves out, and the variables it needs. */
export function ImportPreview({ preview }: { preview: ApiMonitorImport }) {
  const { api_monitors: monitors, not_imported: left, variables } = preview;
  return (
    <div className="grid min-w-0 gap-5" aria-live="polite">
      <section className="grid gap-2">
        <h3 className="font-semibold">{monitors.length === 0 ? t("Nothing to import") : t("Will create")}</h3>
        <ul className="grid gap-2">
          {monitors.map(({ name, steps, enabled }) => (
            <li key={name} className="rounded-lg border border-line p-3">
              <p className="font-semibold wrap-anywhere">
                {name}
                {!enabled && <span className="font-normal text-soft"> {t("· created paused")}</span>}
              </p>
              <ol className="mt-1 grid list-inside list-decimal gap-0.5 text-[0.8125rem]">
                {steps.map((step) => (
                  <li key={step.name} className="wrap-anywhere">
                    {step.name} <code className="text-soft">{`${step.method} ${step.url}`}</code>{" "}
                    {isWriting(step) && <WritesBadge />}
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ul>
      </section>
      {variables.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold">{t("Create these variables first")}</h3>
          <ul className="grid list-inside list-disc gap-1 text-[0.8125rem]">
            {variables.map(({ name, is_secret, why }) => (
              <li key={name}>
                <code className="font-semibold">{name}</code> {is_secret && "(secret)"} {why}
              </li>
            ))}
          </ul>
        </section>
      )}
      {left.length > 0 ? (
        <section className="grid gap-2">
          <h3 className="font-semibold">{t("Not imported")}</h3>
          <ul className="grid list-inside list-disc gap-1 text-[0.8125rem]">
            {left.map(({ where, what, why }) => (
              <li key={`${where} ${what} ${why}`} className="wrap-anywhere">
                <strong>{what}</strong> <code className="text-soft">{where}</code>: {why}
              </li>
            ))}
          </ul>
        </section>
      ) : (
        monitors.length > 0 && <Notice kind="done">{t("The whole document can be imported.")}</Notice>
      )}
    </div>
  );
}
