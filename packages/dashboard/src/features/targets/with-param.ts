/** Returns the parameters of a URL with one of them set, or removed if it is null. */
export function withParam<Search extends object, Name extends keyof Search>(
  search: Search,
  name: Name,
  value: Search[Name] | null,
): Search {
  const { [name]: _before, ...others } = search;
  return (value === null ? others : { ...others, [name]: value }) as Search;
}
