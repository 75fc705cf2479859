import type { PagePreview } from "@vedette/contract/status-pages/page-preview.ts";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../language/t.ts";
import { useElementSize } from "../../wall/use-element-size.ts";
import { applyPreview } from "./apply-preview.ts";

/** The theme that the page has, or one for the preview only. */
export type PreviewTheme = "page" | "light" | "dark";

const DESKTOP_WIDTH = 1_024;
const PHONE_WIDTH = 390;

type PreviewFrameProps = {
  preview: PagePreview;
  slug: string;
  theme: PreviewTheme;
  isPhone: boolean;
};

/**
 * Shows a preview in a frame that runs no script: `sandbox` without `allow-scripts`, and the Content-Security-Policy of
 * the dashboard, which a `srcdoc` document inherits. With `allow-same-origin` the style sheet and the images of the page
 * load, and this page can replace the document without a flash.
 */
export function PreviewFrame({ preview, slug, theme, isPhone }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [first] = useState(preview.html);
  const [isLoaded, setLoaded] = useState(false);
  const { width: room, height } = useElementSize(box) ?? { width: PHONE_WIDTH, height: 0 };
  const width = isPhone ? PHONE_WIDTH : DESKTOP_WIDTH;
  const scale = Math.min(1, room / width);

  useEffect(() => {
    if (isLoaded && frame.current) applyPreview(frame.current, { preview, slug, theme });
  }, [isLoaded, preview, slug, theme]);

  return (
    <div ref={box} className="h-[min(48rem,72dvh)] overflow-hidden">
      <iframe
        ref={frame}
        title={t("Preview of the status page")}
        sandbox="allow-same-origin"
        srcDoc={first}
        onLoad={() => setLoaded(true)}
        className="rounded-xl border border-line"
        style={{
          ...{ width, height: height / scale, transformOrigin: "top left" },
          transform: `scale(${scale})`,
          marginInlineStart: Math.max(0, (room - width * scale) / 2),
        }}
      />
    </div>
  );
}
