/** The site's first letter in its widget's color. */
export const SiteMark = ({ name, color }: { name: string; color: string }) => (
  <svg className="site-mark" viewBox="0 0 36 36" aria-hidden="true">
    <rect width="36" height="36" rx="9" fill={color} />
    <text x="18" y="24" textAnchor="middle">
      {[...name][0]?.toUpperCase()}
    </text>
  </svg>
);
