import type { VisitorName } from './visitors.ts';

/** A fault of the sources that a note alone leads to, and its repair. */
export interface Fault {
  /** In the note's own data, to be searched for in the sources. */
  clue: RegExp;
  file: string;
  from: string;
  to: string;
}

export const FAULTS = {
  petra: {
    clue: /selector="#?(total)"|id="(total)"/,
    file: 'cart.js',
    from: 'total += cents(price.textContent)',
    to: 'total += Number(count.textContent) * cents(price.textContent)',
  },
  vera: { clue: /class="?(lead)"?|\.(lead)\b/, file: 'shop.css', from: '--muted: #c8c8c8', to: '--muted: #595959' },
  tom: { clue: /(wekly)/, file: 'index.html', from: 'wekly', to: 'weekly' },
  lea: {
    clue: /href=\\?"(\/roastery\.html)/,
    file: 'index.html',
    from: '<a href="/roastery.html">',
    to: '<a href="/contact.html">',
  },
  greta: { clue: /route=\\?"\/(contact)\.html/, file: 'contact.js', from: '  form.reset();\n', to: '' },
  ines: {
    clue: /src=\\?"(\/lighthouse\.svg)/,
    file: 'products.html',
    from: '<img src="/lighthouse.svg"',
    to: '<img src="/lighthouse.svg" alt="A bag of Lighthouse"',
  },
  paul: { clue: /data-sku=\\?['"]?(decaf)/, file: 'products.html', from: '€31.00', to: '€13.00' },
  jon: { clue: /(toFixed)/, file: 'products.js', from: 'decaf: 1300', to: 'decaf: 1300, espresso: 1400' },
  otto: { clue: /\.(checkout)\b|class="?(checkout)/, file: 'shop.css', from: 'width: 460px', to: 'width: 100%' },
  nina: {
    clue: /selector="#?(sale)"|id="(sale)"/,
    file: 'index.html',
    from: '<p id="sale">Spring sale: 20% off all blends until 31 March 2021.</p>',
    to: '',
  },
} satisfies Partial<Record<VisitorName, Fault>>;
export type FaultName = keyof typeof FAULTS;
