import { type KeyboardEvent, useRef } from "react";
import { FieldFrame } from "../../components/field.tsx";

type ScriptEditorProps = {
  label: string;
  fault: string | null;
  script: string;
  onScript(script: string): void;
};

const INDENT = "  ";

/** A script with numbered lines. Tab indents; Escape first lets Tab go on to what follows. */
export function ScriptEditor({ label, fault, script, onScript }: ScriptEditorProps) {
  const numbers = useRef<HTMLPreElement>(null);
  const isLeaving = useRef(false);
  const lines = script.split("\n").length;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isTab = event.key === "Tab" && !event.shiftKey && !event.ctrlKey && !event.altKey;
    if (isTab && !isLeaving.current) {
      event.preventDefault();
      const { selectionStart: from, selectionEnd: to } = event.currentTarget;
      // Through the range, so that the browser's own undo takes it back too.
      event.currentTarget.setRangeText(INDENT, from, to, "end");
      onScript(event.currentTarget.value);
    }
    isLeaving.current = event.key === "Escape";
  }

  return (
    <FieldFrame label={label} fault={fault} hint="Tab indents. Press Escape, then Tab, to leave.">
      {(control) => (
        <div className="flex overflow-hidden rounded-lg border border-line-strong bg-surface font-mono text-sm leading-6 has-aria-invalid:border-down">
          <pre
            ref={numbers}
            aria-hidden="true"
            className="h-96 flex-none overflow-hidden border-r border-line bg-raised px-2.5 py-2 text-right text-[1em]! text-soft select-none"
          >
            {Array.from({ length: lines }, (_, line) => line + 1).join("\n")}
          </pre>
          <textarea
            {...control}
            className="h-96 min-w-0 flex-1 resize-none overflow-auto bg-transparent px-3 py-2 whitespace-pre -outline-offset-2!"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            value={script}
            onChange={(event) => onScript(event.target.value)}
            onKeyDown={onKeyDown}
            onScroll={({ currentTarget }) => {
              if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
            }}
          />
        </div>
      )}
    </FieldFrame>
  );
}
