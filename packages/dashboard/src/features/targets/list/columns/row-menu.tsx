import type { Target } from "@vedette/contract/targets/targets.ts";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../../../components/button.tsx";
import { t } from "../../../../language/t.ts";

const OpenRowMenu = lazy(async () => ({ default: (await import("./open-row-menu.tsx")).OpenRowMenu }));

/** The actions for one row. The menu is only created when it is opened, because a list has many rows. */
export function RowMenu({ target }: { target: Target }) {
  const [isUsed, setUsed] = useState(false);
  const label = t("Actions for {name}", { name: target.name });
  const button = (
    <IconButton
      label={label}
      icon="more"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setUsed(true)}
    />
  );
  if (!isUsed) return button;
  return (
    <Suspense fallback={button}>
      <OpenRowMenu target={target} label={label} />
    </Suspense>
  );
}
