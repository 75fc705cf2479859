/** The logo and the name. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 text-[1.0625rem] font-bold tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6.5">
        <rect width="32" height="32" rx="8" fill="#1d4f86" />
        <path
          d="M8 11l8 13 8-13"
          className="fill-none stroke-[3.2] [stroke-linecap:round]"
          stroke="#ffffff"
        />
        <circle cx="16" cy="10" r="2.6" fill="#7fe0b4" />
      </svg>
      Vedette
    </span>
  );
}
