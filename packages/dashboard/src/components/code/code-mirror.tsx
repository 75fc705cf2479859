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
import { CODE_COLOURS, CODE_LOOK } from "./code-look.ts";

type CodeMirrorProps = {
  label: string;
  /** Read with the label: the fault, or how to leave. */
  note: string;
  isFaulty: boolean;
  faultyLines: readonly number[];
  code: string;
  onCode(code: string): void;
};

/**
 * CodeMirror. It stands in a shadow root, for there it adopts style sheets; in the page it would insert a
 * style element, which the Content-Security-Policy refuses.
 */
export function CodeMirror({ label, note, isFaulty, faultyLines, code, onCode }: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const told = useRef(onCode);
  told.current = onCode;
  // What the editor begins with; later values reach it by the effects below.
  const beginning = useRef({ label, code });

  useEffect(() => {
    if (!host.current) return;
    const made = makeEditor(host.current, { ...beginning.current, onCode: (text) => told.current(text) });
    editor.current = made;
    return () => {
      made.destroy();
      editor.current = null;
    };
  }, []);
  // With the render, not after it: until a later effect ran, more may have been typed, which it would take away.
  useLayoutEffect(() => editor.current?.setCode(code), [code]);
  useEffect(
    () => editor.current?.setMarks({ label, note, isFaulty, lines: faultyLines }),
    [label, note, isFaulty, faultyLines],
  );
  return <div ref={host} className="h-full font-mono text-sm" />;
}

type Editor = { setCode(code: string): void; setMarks(marks: Marks): void; destroy(): void };
type Marks = { label: string; note: string; isFaulty: boolean; lines: readonly number[] };

function makeEditor(
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

function marksOf({ label, isFaulty, lines }: Marks, { doc }: EditorState): Extension {
  const faulty = [...new Set(lines)].filter((line) => line >= 1 && line <= doc.lines).sort((a, b) => a - b);
  return [
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-describedby": "note",
      "aria-invalid": String(isFaulty),
    }),
    EditorView.decorations.of(Decoration.set(faulty.map((line) => FAULTY_LINE.range(doc.line(line).from)))),
  ];
}

const FAULTY_LINE = Decoration.line({ class: "cm-faultyLine" });

const EXTENSIONS: Extension = [
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorState.tabSize.of(2),
  indentUnit.of("  "),
  javascript({ typescript: true }),
  syntaxHighlighting(CODE_COLOURS),
  CODE_LOOK,
  // Escape lets the next Tab leave; in a dialog it would close that, with all that was typed.
  EditorView.domEventHandlers({
    keydown: (event) => {
      if (event.key === "Escape") event.stopPropagation();
      return false;
    },
    beforeinput: replaceChosen,
  }),
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
];

/**
 * Types over what is chosen. Chromium would carry its colour on in a style attribute, which the
 * Content-Security-Policy refuses (seen with Chromium 156).
 */
function replaceChosen({ inputType, data, isComposing }: InputEvent, view: EditorView): boolean {
  const { state } = view;
  if (inputType !== "insertText" || data === null || isComposing || state.readOnly) return false;
  if (state.selection.main.empty) return false;
  view.dispatch(state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}
