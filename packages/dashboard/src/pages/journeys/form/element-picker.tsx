import type { JourneyTestPage } from "@vedette/contract/journeys/journey-test-runs.ts";
import { useState } from "react";
import { SearchFilter } from "../../../components/list-filter.tsx";
import { t } from "../../../language/t.ts";

type ElementPickerProps = { page: JourneyTestPage; onPick(selector: string): void };
type PageElement = JourneyTestPage["elements"][number];

/** The last screenshot with its elements, and a list of the same elements for the keyboard and screen readers. */
export function ElementPicker({ page, onPick }: ElementPickerProps) {
  const [marked, setMarked] = useState<string | null>(null);
  const [text, setText] = useState("");
  const found = page.elements.filter((element) => isMatching(element, text));
  return (
    <div className="grid gap-4">
      <p className="text-soft">
        {t("The page after step {number} of the last test. Click an element, or select it in the list.", {
          number: page.step_index + 1,
        })}
      </p>
      <div className="relative overflow-hidden rounded-lg border border-line">
        <img
          src={`data:${page.content_type};base64,${page.data_base64}`}
          alt=""
          className="block h-auto w-full"
        />
        <div aria-hidden="true">
          {byArea(page.elements).map((element) => (
            <button
              key={element.selector}
              type="button"
              tabIndex={-1}
              title={element.selector}
              className={`absolute hover:bg-accent/20 hover:outline-2 hover:outline-accent ${marked === element.selector ? "bg-accent/20 outline-2 outline-accent" : ""}`}
              style={boxOf(element, page)}
              onClick={() => onPick(element.selector)}
            />
          ))}
        </div>
      </div>
      <SearchFilter label={t("Search elements")} text={text} onText={setText} />
      <ul
        aria-label={t("Elements of the page")}
        className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {found.map((element) => (
          <li key={element.selector}>
            <button
              type="button"
              className="flex w-full flex-wrap items-baseline gap-x-3 px-3 py-1.5 text-start hover:bg-raised"
              onFocus={() => setMarked(element.selector)}
              onBlur={() => setMarked(null)}
              onMouseEnter={() => setMarked(element.selector)}
              onMouseLeave={() => setMarked(null)}
              onClick={() => onPick(element.selector)}
            >
              <span className="wrap-anywhere">{element.name || t("(no name)")}</span>
              <span className="text-[0.8125rem] text-soft">{element.role}</span>
              <code className="ms-auto text-[0.8125rem] wrap-anywhere text-soft">{element.selector}</code>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="px-3 py-2 text-soft">{t("No elements match.")}</li>}
      </ul>
    </div>
  );
}

function isMatching({ name, role, selector }: PageElement, text: string): boolean {
  const searched = `${name} ${role} ${selector}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Smaller elements lie on top of those that contain them. */
function byArea(elements: readonly PageElement[]): PageElement[] {
  return elements.toSorted((one, other) => other.width * other.height - one.width * one.height);
}

function boxOf({ x, y, width, height }: PageElement, page: JourneyTestPage) {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: percent(x, page.width),
    top: percent(y, page.height),
    width: percent(width, page.width),
    height: percent(height, page.height),
  };
}
