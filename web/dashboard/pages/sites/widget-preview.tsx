import { type Icon, launcherOf } from '../../../widget/config.ts';
import { luminance } from '../../../widget/luminance.ts';
import { t } from '../../words/messages.ts';

interface Props {
  position: string;
  color: string;
  locale: string;
  label: string;
  icon: Icon;
  theme: string;
}

/** WCAG's ratios of the launcher's color: with its text, which the widget makes black or white, and with a white page. */
export const contrastOf = (color: string) => {
  const own = luminance([1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)));
  const white = 1.05 / (own + 0.05);
  // As in web/widget/loader.css: lightness 49.44 is a luminance of 0.179.
  return { text: own > 0.179 ? (own + 0.05) / 0.05 : white, page: white };
};

/** The launcher and an open panel, as the settings make them look. */
export const WidgetPreview = ({ position, color, locale, label, icon, theme }: Props) => {
  const launcher = launcherOf({ label, icon, locale });
  return (
    <div className="widget-preview" data-at={position} data-theme={theme} role="img" aria-label={t('sites.preview')}>
      <i className="line wide" />
      <i className="line" />
      <i className="line" />
      <div className="preview-panel">
        <i className="line" />
        <i className="field" />
        <i className="send" style={{ background: color }} />
      </div>
      <span className="preview-launcher" style={{ '--a': color } as React.CSSProperties}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={launcher.icon} />
        </svg>
        {launcher.label}
      </span>
    </div>
  );
};
