import { lazyComponent } from '../../../kit/lazy-component.tsx';
import { LastingPicture } from './picture.tsx';

const Slider = lazyComponent(async () => (await import('./before-after-slider.tsx')).BeforeAfterSlider, null);

/** The picture is passed, since importing it would make the slider look as heavy as the page. */
export const BeforeAfter = (urls: { before: string; after: string }) => <Slider {...urls} Picture={LastingPicture} />;
