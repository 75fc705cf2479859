/** The tags of an object in their stored order. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {tags.map((tag) => (
        <span key={tag} className="rounded-full bg-accent-ground px-2 text-xs">
          {tag}
        </span>
      ))}
    </span>
  );
}
