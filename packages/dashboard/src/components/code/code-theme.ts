import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The editor theme. Uses the custom properties of `theme.css`, which also apply in the shadow root. */
export const CODE_THEME = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "inherit" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "0.5rem 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 0.75rem" },
  ".cm-gutters": {
    color: "var(--soft)",
    backgroundColor: "var(--raised)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 0.625rem", minWidth: "2.5rem" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter": { backgroundColor: "var(--raised)" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink)" },
  ".cm-errorLine": { backgroundColor: "var(--down-ground)", boxShadow: "inset 3px 0 0 var(--down)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-ground)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--down-ground)" },
});

/** Every color has a contrast of at least 4.5:1. Keywords are also bold. */
export const CODE_HIGHLIGHTING = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.controlKeyword, tags.moduleKeyword],
    color: "var(--maintenance)",
    fontWeight: "600",
  },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--up)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--degraded)" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.typeName, tags.className], color: "var(--pending)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.invalid, color: "var(--down)" },
]);
