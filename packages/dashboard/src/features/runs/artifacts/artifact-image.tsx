import { t } from "../../../language/t.ts";
import { useArtifactLink } from "./artifact-link.ts";

type ArtifactImageProps = { url: string | null; alt: string; className?: string };

/** An image of a run. */
export function ArtifactImage({ url, alt, className = "" }: ArtifactImageProps) {
  const { link, isFailed } = useArtifactLink(url);
  if (url === null || isFailed) return <p className="p-4 text-soft">{t("This image was deleted.")}</p>;
  if (link === undefined) {
    return (
      <span className="block aspect-video w-full rounded-lg bg-paused-ground motion-safe:animate-pulse" />
    );
  }
  return <img src={link} alt={alt} className={`block h-auto max-w-full ${className}`} />;
}
