import { useQuery } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { send } from "../../api/request.ts";
import { useSession } from "../../app/session.tsx";
import { Skeleton } from "../../components/skeleton.tsx";

/** An image of a note. Read with the session, because a URL alone names no organization. */
export function NoteImage({
  incidentId,
  imageId,
  alt,
}: {
  incidentId: string;
  imageId: string;
  alt: string;
}) {
  const { fetch } = useSession();
  const path = `/api/v1/incidents/${incidentId}/images/${imageId}`;
  const { data } = useQuery({
    queryKey: keys.other("incidents", "image", imageId),
    queryFn: async ({ signal }) =>
      toDataUrl(await (await send({ key: null, fetch }, { path, signal })).blob()),
    // An image never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) return <Skeleton lines={3} />;
  return <img src={data} alt={alt} className="h-auto max-w-full rounded-lg border border-line" />;
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
