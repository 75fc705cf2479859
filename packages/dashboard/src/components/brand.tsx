/** The mark and the name. */
export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="brand-ground" />
        <path d="M8 11l8 13 8-13" className="brand-stroke" />
        <circle cx="16" cy="10" r="2.6" className="brand-dot" />
      </svg>
      Vedette
    </span>
  );
}
