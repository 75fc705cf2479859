import { lazy, Suspense } from "react";
import { t } from "../../language/t.ts";
import { Skeleton } from "../skeleton.tsx";

const CodeMirror = lazy(() => import("./code-mirror.tsx").then((module) => ({ default: module.CodeMirror })));

type CodeEditorProps = {
  label: string;
  /** The validation error of the code. */
  error: string | null;
  /** Lines with an error, counted from 1. */
  errorLines?: readonly number[];
  /** Reduces the height, for dialogs. */
  isShort?: boolean;
  code: string;
  onCode(code: string): void;
};

/** A JavaScript and TypeScript editor with syntax highlighting. Loaded when it is first shown. */
export function CodeEditor({
  label,
  error,
  errorLines = NO_LINES,
  isShort = false,
  code,
  onCode,
}: CodeEditorProps) {
  const hint = t("Press Tab to indent. To leave the editor, press Escape, then Tab.");
  return (
    <div className="grid content-start gap-1.5">
      <p className="font-semibold">{label}</p>
      <div
        className={`${isShort ? "h-56" : "h-96"} overflow-hidden rounded-lg border bg-surface focus-within:outline-2 focus-within:outline-accent ${error ? "border-down ring-1 ring-down" : "border-line-strong"}`}
      >
        <Suspense
          fallback={
            <div className="p-4">
              <Skeleton lines={6} />
            </div>
          }
        >
          <CodeMirror
            label={label}
            note={error ?? hint}
            hasError={error !== null}
            errorLines={errorLines}
            code={code}
            onCode={onCode}
          />
        </Suspense>
      </div>
      <p className={`text-[0.8125rem] ${error ? "text-down" : "text-soft"}`}>{error ?? hint}</p>
    </div>
  );
}

const NO_LINES: readonly number[] = [];
