import { lazy, Suspense } from "react";
import { Skeleton } from "../skeleton.tsx";

const CodeMirror = lazy(() => import("./code-mirror.tsx").then((module) => ({ default: module.CodeMirror })));

type CodeEditorProps = {
  label: string;
  /** What is wrong with the code, in words. */
  fault: string | null;
  /** Lines, counted from 1, that have a fault. */
  faultyLines?: readonly number[];
  /** For dialogs, which have more to show below it. */
  isShort?: boolean;
  code: string;
  onCode(code: string): void;
};

/** JavaScript or TypeScript, coloured, with numbered lines. Loaded when it is first shown. */
export function CodeEditor({
  label,
  fault,
  faultyLines = NONE,
  isShort = false,
  code,
  onCode,
}: CodeEditorProps) {
  const hint = "Tab indents. Press Escape, then Tab, to leave.";
  return (
    <div className="grid content-start gap-1.5">
      <p className="font-semibold">{label}</p>
      <div
        className={`${isShort ? "h-56" : "h-96"} overflow-hidden rounded-lg border bg-surface focus-within:outline-2 focus-within:outline-accent ${fault ? "border-down ring-1 ring-down" : "border-line-strong"}`}
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
            note={fault ?? hint}
            isFaulty={fault !== null}
            faultyLines={faultyLines}
            code={code}
            onCode={onCode}
          />
        </Suspense>
      </div>
      <p className={`text-[0.8125rem] ${fault ? "text-down" : "text-soft"}`}>{fault ?? hint}</p>
    </div>
  );
}

const NONE: readonly number[] = [];
