// What text of the page has less contrast with its ground than arguments[0]; by the formula of WCAG 2.2, "contrast ratio".
const least = arguments[0];
const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
const luminance = (colour) => {
    const [r, g, b] = numbers(colour).slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
        const colour = getComputedStyle(e).backgroundColor;
        const alpha = numbers(colour)[3];
        if (alpha === undefined || alpha === 1) {
            return colour;
        }
    }
    return "rgb(255, 255, 255)";
};
const found = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() && element.checkVisibility()) {
        const [a, b] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort((x, y) => y - x);
        const contrast = (a + 0.05) / (b + 0.05);
        if (contrast < least) {
            found.add(`${element.tagName}.${element.className} has a contrast of ${contrast.toFixed(2)}`);
        }
    }
}
return [...found];
