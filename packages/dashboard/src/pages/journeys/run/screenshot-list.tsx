import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { useState } from "react";
import { Dialog } from "../../../components/dialog.tsx";
import { ArtifactImage } from "../../../features/runs/artifacts/artifact-image.tsx";
import { stepBadge } from "../../../features/runs/run-labels.ts";
import { stepTitle } from "../../../features/steps/step-title.ts";
import { t } from "../../../language/t.ts";

/** Screenshots of a run in order; a click enlarges one. */
export function ScreenshotList({ steps }: { steps: readonly RunStep[] }) {
  const [open, setOpen] = useState<RunStep | null>(null);
  if (steps.length === 0) {
    return (
      <p className="py-6 text-soft">
        {t("No screenshots. One is taken when a step fails, or if a step requests it.")}
      </p>
    );
  }
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {steps.map((step) => (
          <li key={step.index}>
            <button
              type="button"
              className="card block w-full overflow-hidden text-start hover:border-line-strong"
              onClick={() => setOpen(step)}
            >
              <span className="block aspect-video overflow-hidden border-b border-line bg-raised">
                <ArtifactImage url={step.screenshot_url ?? null} alt="" className="w-full" />
              </span>
              <span className="block px-3 py-2 wrap-anywhere">
                {step.index + 1}. {stepTitle(step.name)}
                <span className="block text-[0.8125rem] text-soft">{stepBadge(step.status).word}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Dialog isOpen={open !== null} onClose={() => setOpen(null)} title={stepTitle(open?.name ?? "")} isWide>
        {open && (
          <ArtifactImage
            url={open.screenshot_url ?? null}
            alt={t('The page after "{stepTitle}"', { stepTitle: stepTitle(open.name) })}
          />
        )}
      </Dialog>
    </>
  );
}
