import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { useEffect, useLayoutEffect, useRef } from "react";
import { CODE_HIGHLIGHTING, CODE_THEME } from "./code-theme.ts";

type CodeMirrorProps = {
  label: string;
  /** Announced with the label: the error, or the keyboard hint. */
  note: string;
  hasError: boolean;
  errorLines: readonly number[];
  code: string;
  onCode(code: string): void;
};

/**
 * CodeMirror in a shadow root, where it uses adopted style sheets. In the document it would insert a style element,
 * which the Content-Security-Policy blocks.
 */
export function CodeMirror({ label, note, hasError, errorLines, code, onCode }: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  // The initial values. The effects below apply later changes.
  const initial = useRef({ label, code });

  useEffect(() => {
    if (!host.current) return;
    const created = createEditor(host.current, {
      ...initial.current,
      onCode: (text) => latestOnCode.current(text),
    });
    editor.current = created;
    return () => {
      created.destroy();
      editor.current = null;
    };
  }, []);
  // A layout effect: a later effect could overwrite text that was typed after the render.
  useLayoutEffect(() => editor.current?.setCode(code), [code]);
  useEffect(
    () => editor.current?.setMarks({ label, note, hasError, lines: errorLines }),
    [label, note, hasError, errorLines],
  );
  return <div ref={host} className="h-full font-mono text-sm" />;
}

type Editor = { setCode(code: string): void; setMarks(marks: Marks): void; destroy(): void };
type Marks = { label: string; note: string; hasError: boolean; lines: readonly number[] };

function createEditor(
  host: HTMLElement,
  { label, code, onCode }: { label: string; code: string; onCode(code: string): void },
): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const note = root.appendChild(document.createElement("p"));
  note.id = "note";
  note.hidden = true;
  const marks = new Compartment();
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: code,
      extensions: [
        EXTENSIONS,
        marks.of(EditorView.contentAttributes.of({ "aria-label": label })),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onCode(state.doc.toString())),
      ],
    }),
  });
  return {
    setCode(next) {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setMarks(next) {
      note.textContent = next.note;
      view.dispatch({ effects: marks.reconfigure(marksOf(next, view.state)) });
    },
    destroy() {
      view.destroy();
      note.remove();
    },
  };
}

function marksOf({ label, hasError, lines }: Marks, { doc }: EditorState): Extension {
  const validLines = [...new Set(lines)]
    .filter((line) => line >= 1 && line <= doc.lines)
    .sort((a, b) => a - b);
  return [
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-describedby": "note",
      "aria-invalid": String(hasError),
    }),
    EditorView.decorations.of(
      Decoration.set(validLines.map((line) => ERROR_LINE.range(doc.line(line).from))),
    ),
  ];
}

const ERROR_LINE = Decoration.line({ class: "cm-errorLine" });

const EXTENSIONS: Extension = [
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorState.tabSize.of(2),
  // An editable element is focusable without it, but not all accessibility checkers know that.
  EditorView.contentAttributes.of({ tabindex: "0" }),
  indentUnit.of("  "),
  javascript({ typescript: true }),
  syntaxHighlighting(CODE_HIGHLIGHTING),
  CODE_THEME,
  // Escape lets the next Tab leave the editor. It must not reach a dialog, which would close and discard the input.
  EditorView.domEventHandlers({
    keydown: (event) => {
      if (event.key === "Escape") event.stopPropagation();
      return false;
    },
    beforeinput: replaceSelectedText,
  }),
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
];

/**
 * Replaces the selected text. Chromium would copy its color into a style attribute, which the Content-Security-Policy
 * blocks (observed with Chromium 156).
 */
function replaceSelectedText({ inputType, data, isComposing }: InputEvent, view: EditorView): boolean {
  const { state } = view;
  if (inputType !== "insertText" || data === null || isComposing || state.readOnly) return false;
  if (state.selection.main.empty) return false;
  view.dispatch(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}
