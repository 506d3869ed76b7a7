/** The nodes in an element as they are shown: open shadow roots and slots are filled in. Runs in the page, as text. */
export const childrenOf = (element: Element): Iterable<Node> => {
  const assigned = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
  return assigned.length > 0 ? assigned : (element.shadowRoot ?? element).childNodes;
};
export type ChildrenOf = typeof childrenOf;
