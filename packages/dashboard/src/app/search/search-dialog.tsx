import { lazy, Suspense, useEffect, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../language/t.ts";

const loadResults = () => import("./search-box.tsx");
const SearchBox = lazy(async () => ({ default: (await loadResults()).SearchBox }));

/** After the page is loaded, and before most people press Ctrl K. */
const PRELOAD_MS = 2_000;

/** Searches everything that has a name, every page and every action. The search is loaded after the page. */
export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  useEffect(() => {
    const timer = setTimeout(() => void loadResults(), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("Search")} isTitleHidden>
      <Typing onClose={onClose} />
    </Dialog>
  );
}

/** What is typed while the search is loading is kept. */
function Typing({ onClose }: { onClose(): void }) {
  const [text, setText] = useState("");
  const input = (
    <input
      className="w-full rounded-lg border border-line-strong bg-surface px-3 py-2"
      aria-label={t("Search pages, targets and commands")}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
  return (
    <Suspense fallback={input}>
      <SearchBox text={text} onText={setText} onClose={onClose} />
    </Suspense>
  );
}
