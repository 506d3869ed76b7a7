/** Ten faults of a shop, as the real widget captured them (`SHOW=1` of test/browser/first-day.test.ts prints them). */
export const CAPTURED: readonly Record<string, unknown>[] = [
  {
    body: 'The total is wrong: two bags are counted once.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/cart.html',
        route: '/cart.html',
        title: 'Cart · Harbour Coffee',
      },
      anchor: {
        kind: 'element',
        selector: '#total',
        xpath: '/html/body/main/p/output',
        tag: 'output',
        text: '€26.00',
        landmark: 'main “Your cart”',
        around: 'Your cart Lighthouse 2 €12.00 Espresso 1 €14.00 Total €26.00 Check out',
        siblings: {
          index: 0,
          count: 1,
        },
        peers: {
          index: 0,
          count: 1,
          before: [],
          after: [],
        },
        box: {
          x: 201,
          y: 229.88,
          width: 49,
          height: 22,
        },
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<output id="total">€26.00</output>',
      styles: {
        color: 'rgb(34, 34, 34)',
        'font-family': 'sans-serif',
        'line-height': '24px',
        border: '0px none rgb(34, 34, 34)',
      },
    },
  },
  {
    body: 'This looks off.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/',
        route: '/',
        title: 'Harbour Coffee',
      },
      anchor: {
        kind: 'element',
        selector: '.lead',
        xpath: '/html/body/main/p[1]',
        role: 'paragraph',
        tag: 'p',
        text: 'Small batches, roasted on Tuesdays and Fridays, at your door two days later.',
        landmark: 'main “Roasted on the quay”',
        around:
          'Roasted on the quay Small batches, roasted on Tuesdays and Fridays, at your door two days later. Subscribe Our wekly bag is 250 grams, whole or ground. Spring sale: 20% off all blends until 31 March 2',
        siblings: {
          index: 1,
          count: 4,
          previous: 'h1 Roasted on the quay',
          next: 'section Subscribe Our wekly bag is 250 grams, whole or ground.',
        },
        peers: {
          index: 0,
          count: 3,
          before: [],
          after: [
            {
              text: 'Our wekly bag is 250 grams, whole or gro',
            },
            {
              text: 'Spring sale: 20% off all blends until 31',
            },
          ],
          twins: {
            classes: 'lead',
            index: 0,
            count: 1,
          },
        },
        box: {
          x: 160,
          y: 154.88,
          width: 960,
          height: 24,
        },
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<p class="lead">Small batches, roasted on Tuesdays and Fridays, at your door two days later.</p>',
      styles: {
        color: 'rgb(200, 200, 200)',
        'font-family': 'sans-serif',
        'line-height': '24px',
        width: '960px',
        height: '24px',
        border: '0px none rgb(200, 200, 200)',
      },
    },
  },
  {
    body: 'Typo',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/',
        route: '/',
        title: 'Harbour Coffee',
      },
      anchor: {
        kind: 'text',
        selector: '.plan',
        xpath: '/html/body/main/section/p',
        role: 'paragraph',
        tag: 'p',
        text: 'Our wekly bag is 250 grams, whole or ground.',
        landmark: 'section “Subscribe”',
        around:
          'Roasted on the quay Small batches, roasted on Tuesdays and Fridays, at your door two days later. Subscribe Our wekly bag is 250 grams, whole or ground. Spring sale: 20% off all blends until 31 March 2',
        siblings: {
          index: 1,
          count: 2,
          previous: 'h2 Subscribe',
        },
        peers: {
          index: 1,
          count: 3,
          before: [
            {
              text: 'Small batches, roasted on Tuesdays and F',
            },
          ],
          after: [
            {
              text: 'Spring sale: 20% off all blends until 31',
            },
          ],
          twins: {
            classes: 'plan',
            index: 0,
            count: 1,
          },
        },
        box: {
          x: 194,
          y: 255.69,
          width: 43,
          height: 22,
        },
      },
      selection: {
        text: 'wekly',
        prefix: 'Our ',
        suffix: ' bag is 250 grams, whole or ground.',
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<p class="plan">Our wekly bag is 250 grams, whole or ground.</p>',
      styles: {
        color: 'rgb(34, 34, 34)',
        'font-family': 'sans-serif',
        'line-height': '24px',
        width: '960px',
        height: '24px',
        border: '0px none rgb(34, 34, 34)',
      },
    },
  },
  {
    body: 'This link is dead.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/',
        route: '/',
        title: 'Harbour Coffee',
      },
      anchor: {
        kind: 'element',
        selector: 'footer > a',
        xpath: '/html/body/footer/a',
        role: 'link',
        name: 'Visit the roastery',
        tag: 'a',
        text: 'Visit the roastery',
        landmark: 'footer',
        around:
          'Harbour Coffee Beans Cart Contact Roasted on the quay Small batches, roasted on Tuesdays and Fridays, at your door two days later. Subscribe Our wekly bag is 250 grams, whole or ground. Spring sale: 2',
        siblings: {
          index: 0,
          count: 1,
        },
        peers: {
          index: 4,
          count: 5,
          before: [
            {
              text: 'Contact',
            },
            {
              text: 'Cart',
            },
            {
              text: 'Beans',
            },
            {
              text: 'Harbour Coffee',
            },
          ],
          after: [],
        },
        box: {
          x: 160,
          y: 335.69,
          width: 129,
          height: 22,
        },
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<a href="/roastery.html">Visit the roastery</a>',
      styles: {
        color: 'rgb(0, 0, 238)',
        'font-family': 'sans-serif',
        'line-height': '24px',
        'text-decoration-line': 'underline',
        border: '0px none rgb(0, 0, 238)',
        cursor: 'pointer',
      },
    },
  },
  {
    body: 'Wenn ich die Adresse vergesse, ist mein ganzer Text weg.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/contact.html',
        route: '/contact.html',
        title: 'Contact · Harbour Coffee',
      },
      anchor: {
        kind: 'element',
        selector: 'button',
        xpath: '/html/body/main/form/button',
        role: 'button',
        name: 'Send',
        tag: 'button',
        text: 'Send',
        landmark: 'form',
        around: 'Contact Email Message Send',
        siblings: {
          index: 3,
          count: 4,
          previous: 'p',
        },
        peers: {
          index: 0,
          count: 1,
          before: [],
          after: [],
        },
        box: {
          x: 160,
          y: 243.88,
          width: 47,
          height: 23,
        },
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'de-DE',
      },
      html: '<button>Send</button>',
      styles: {
        width: '47px',
        height: '23px',
      },
    },
  },
  {
    body: 'My screen reader says nothing for this picture.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/products.html',
        route: '/products.html',
        title: 'Beans · Harbour Coffee',
      },
      anchor: {
        kind: 'element',
        selector: 'article:nth-of-type(1) > img',
        xpath: '/html/body/main/article[1]/img',
        role: 'img',
        tag: 'img',
        landmark: 'article “Lighthouse”',
        around: 'Lighthouse €12.00 Add to cart',
        siblings: {
          index: 0,
          count: 4,
          next: 'h2 Lighthouse',
        },
        peers: {
          index: 0,
          count: 3,
          before: [],
          after: [
            {
              around: 'Decaf €31.00 Add to cart',
            },
            {
              around: 'Espresso €14.00 Add to cart',
            },
          ],
        },
        box: {
          x: 177,
          y: 171.88,
          width: 96,
          height: 96,
        },
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<img src="/lighthouse.svg" width="96" height="96">',
      styles: {
        color: 'rgb(34, 34, 34)',
        'font-family': 'sans-serif',
        'line-height': '24px',
        width: '96px',
        height: '96px',
        border: '0px none rgb(34, 34, 34)',
      },
    },
  },
  {
    body: 'Is decaf really 31? It was 13 last week.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/products.html',
        route: '/products.html',
        title: 'Beans · Harbour Coffee',
      },
      anchor: {
        kind: 'region',
        selector: '[data-sku="decaf"]',
        xpath: '/html/body/main/article[2]',
        role: 'article',
        tag: 'article',
        text: 'Decaf €31.00 Add to cart',
        landmark: 'article “Decaf”',
        around: 'Beans Lighthouse €12.00 Add to cart Decaf €31.00 Add to cart Espresso €14.00 Add to cart',
        siblings: {
          index: 2,
          count: 4,
          previous: 'article Lighthouse €12.00 Add to cart',
          next: 'article Espresso €14.00 Add to cart',
        },
        peers: {
          index: 1,
          count: 3,
          before: [
            {
              text: 'Lighthouse €12.00 Add to cart',
            },
          ],
          after: [
            {
              text: 'Espresso €14.00 Add to cart',
            },
          ],
          twins: {
            classes: 'card',
            index: 1,
            count: 3,
          },
        },
        box: {
          x: 347,
          y: 158.88,
          width: 122,
          height: 269.81,
        },
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<article class="card" data-sku="decaf"><img src="/bag.svg" alt="A bag of decaf" width="96" height="96"><h2>Decaf</h2><p class="price">€31.00</p><button data-add="decaf">Add to cart</button></article>',
      styles: {
        color: 'rgb(34, 34, 34)',
        'font-family': 'sans-serif',
        'line-height': '24px',
        display: 'inline-block',
        width: '96px',
        height: '243.812px',
        margin: '0px 16px 16px 0px',
        padding: '16px',
        border: '1px solid rgb(221, 221, 221)',
      },
    },
  },
  {
    body: 'Nothing happens.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/products.html',
        route: '/products.html',
        title: 'Beans · Harbour Coffee',
      },
      anchor: {
        kind: 'element',
        selector: '[data-add="espresso"]',
        xpath: '/html/body/main/article[3]/button',
        role: 'button',
        name: 'Add to cart',
        tag: 'button',
        text: 'Add to cart',
        landmark: 'article “Espresso”',
        around: 'Beans Lighthouse €12.00 Add to cart Decaf €31.00 Add to cart Espresso €14.00 Add to cart',
        siblings: {
          index: 3,
          count: 4,
          previous: 'p €14.00',
        },
        peers: {
          index: 2,
          count: 3,
          before: [
            {
              around: 'Beans Lighthouse €12.00 Add to cart Deca',
            },
            {
              around: 'Beans Lighthouse €12.00 Add to cart Deca',
            },
          ],
          after: [],
        },
        box: {
          x: 510,
          y: 392.69,
          width: 84,
          height: 23,
        },
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<button data-add="espresso">Add to cart</button>',
      styles: {
        width: '84px',
        height: '23px',
      },
      console: [
        {
          level: 'error',
          message:
            "Uncaught TypeError: Cannot read properties of undefined (reading 'toFixed') (https://shop.example.com/products.js:7)",
          at: 1795531799874,
        },
      ],
    },
  },
  {
    body: 'The button is wider than my phone.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/cart.html',
        route: '/cart.html',
        title: 'Cart · Harbour Coffee',
      },
      anchor: {
        kind: 'element',
        selector: '.checkout',
        xpath: '/html/body/main/button',
        role: 'button',
        name: 'Check out',
        tag: 'button',
        text: 'Check out',
        landmark: 'main “Your cart”',
        around: 'Your cart Lighthouse 2 €12.00 Espresso 1 €14.00 Total €26.00 Check out',
        siblings: {
          index: 3,
          count: 4,
          previous: 'p Total €26.00',
        },
        peers: {
          index: 0,
          count: 1,
          before: [],
          after: [],
          twins: {
            classes: 'checkout',
            index: 0,
            count: 1,
          },
        },
        box: {
          x: 16,
          y: 268.88,
          width: 460,
          height: 45,
        },
      },
      environment: {
        viewport: {
          width: 477,
          height: 1031,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<button class="checkout">Check out</button>',
      styles: {
        width: '460px',
        height: '45px',
        padding: '12px',
      },
    },
  },
  {
    body: 'This sale ended years ago. Ask me before you change it, please.',
    kind: 'other',
    context: {
      page: {
        url: 'https://shop.example.com/',
        route: '/',
        title: 'Harbour Coffee',
      },
      anchor: {
        kind: 'element',
        selector: '#sale',
        xpath: '/html/body/main/p[2]',
        role: 'paragraph',
        tag: 'p',
        text: 'Spring sale: 20% off all blends until 31 March 2021.',
        landmark: 'main “Roasted on the quay”',
        around:
          'Roasted on the quay Small batches, roasted on Tuesdays and Fridays, at your door two days later. Subscribe Our wekly bag is 250 grams, whole or ground. Spring sale: 20% off all blends until 31 March 2',
        siblings: {
          index: 3,
          count: 4,
          previous: 'section Subscribe Our wekly bag is 250 grams, whole or ground.',
        },
        peers: {
          index: 2,
          count: 3,
          before: [
            {
              text: 'Our wekly bag is 250 grams, whole or gro',
            },
            {
              text: 'Small batches, roasted on Tuesdays and F',
            },
          ],
          after: [],
        },
        box: {
          x: 160,
          y: 294.69,
          width: 960,
          height: 24,
        },
      },
      environment: {
        viewport: {
          width: 1280,
          height: 800,
        },
        scroll: {
          x: 0,
          y: 0,
        },
        pixel_ratio: 1,
        user_agent:
          'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        color_scheme: 'light',
        locale: 'en-US',
      },
      html: '<p id="sale">Spring sale: 20% off all blends until 31 March 2021.</p>',
      styles: {
        color: 'rgb(34, 34, 34)',
        'font-family': 'sans-serif',
        'line-height': '24px',
        width: '960px',
        height: '24px',
        border: '0px none rgb(34, 34, 34)',
      },
    },
  },
];
