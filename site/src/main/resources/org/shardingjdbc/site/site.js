"use strict";

// Snippets without a language are output: they stay as they are.
document.querySelectorAll("pre code[class*='language-']").forEach((code) => {
    const language = code.className.match(/language-(\w+)/)[1];
    if (window.hljs && window.hljs.getLanguage(language)) {
        window.hljs.highlightElement(code);
    }
});

// On a narrow screen the list of pages begins closed.
const pages = document.querySelector("nav details");
const narrow = window.matchMedia("(max-width: 56rem)");
const fold = () => { pages.open = !narrow.matches; };
narrow.addEventListener("change", fold);
fold();

// The index and what searches it are loaded when somebody begins to search.
const box = document.querySelector("search input");
const found = document.querySelector("#found");
const root = document.querySelector("search").dataset.root;
let searching = null;

const load = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + name;
    script.onload = resolve;
    script.onerror = () => reject(new Error(name + " cannot be loaded"));
    document.head.append(script);
});

// SHD-4101, max-pulled-rows and t_order are words; their parts are found, too.
const words = (text) => text.split(/[^\p{L}\p{N}_-]+/u).flatMap((word) => {
    const parts = word.split(/[_-]+/).filter((part) => part);
    return parts.length > 1 ? [word, ...parts] : parts;
}).map((word) => word.toLowerCase());

const tokens = (text) => words(String(text || "")).map((word) => new lunr.Token(word));

const index = () => {
    searching = searching || Promise.all([load("lunr.min.js"), load("search-index.js")]).then(() => {
        const built = lunr(function () {
            this.ref("place");
            this.field("heading", { boost: 4 });
            this.field("page", { boost: 3 });
            this.field("text");
            this.tokenizer = tokens;
            searchSections.forEach((section, place) => this.add(
                { place, ...section }, { boost: section.heading === section.page ? 3 : 1 }));
        });
        const find = (terms, add) => built.query((parts) => terms.forEach((term) => add(parts, term)));
        const beginning = { wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false };
        const all = { presence: lunr.Query.presence.REQUIRED };
        return (asked) => {
            const terms = words(asked);
            // all words in one section: as beginnings, else by their stems, else some of them with a slip
            let hits = find(terms, (parts, term) => parts.term(term, { ...beginning, ...all }).term(term, { boost: 10 }));
            hits = hits.length ? hits : find(terms, (parts, term) => parts.term(term, all));
            hits = hits.length ? hits : find(terms, (parts, term) => parts.term(term, { editDistance: 1 }).term(term, beginning));
            return hits.slice(0, 12).map((hit) => ({ ...searchSections[hit.ref], terms }));
        };
    });
    return searching;
};

const excerpt = (text, terms) => {
    const lower = text.toLowerCase();
    const places = terms.map((term) => lower.indexOf(term.toLowerCase())).filter((place) => place >= 0);
    const first = places.length ? Math.min(...places) : 0;
    const start = first <= 40 ? 0 : text.lastIndexOf(" ", first - 30) + 1;
    const end = start + 120 >= text.length ? text.length : text.lastIndexOf(" ", start + 120);
    return (start > 0 ? "... " : "") + text.slice(start, end);
};

const item = (result) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + result.address;
    link.setAttribute("role", "option");
    const title = document.createElement("strong");
    const heading = result.heading.length > 80 ? result.heading.slice(0, 77) + "..." : result.heading;
    title.textContent = heading === result.page ? result.page : result.page + ": " + heading;
    const text = document.createElement("span");
    text.textContent = excerpt(result.text, result.terms);
    link.append(title, text);
    line.append(link);
    return line;
};

const close = () => {
    found.hidden = true;
    box.setAttribute("aria-expanded", "false");
};

const show = async () => {
    const asked = box.value.trim();
    if (!asked) {
        close();
        return;
    }
    const search = await index();
    if (asked !== box.value.trim()) {
        return;
    }
    const results = search(asked);
    found.replaceChildren(...results.map(item));
    if (!results.length) {
        const none = document.createElement("li");
        none.textContent = "Nothing found";
        found.append(none);
    }
    found.hidden = false;
    box.setAttribute("aria-expanded", "true");
};

box.addEventListener("focus", index);
box.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        box.focus();
    } else if (event.key === "Escape" && !found.hidden) {
        close();
        box.focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !found.hidden) {
        const stops = [box, ...found.querySelectorAll("a")];
        const at = stops.indexOf(document.activeElement);
        const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
        if (at >= 0 && next) {
            event.preventDefault();
            next.focus();
        }
    } else if (event.key === "Enter" && event.target === box && found.querySelector("a")) {
        found.querySelector("a").click();
    }
});
document.addEventListener("click", (event) => {
    if (!event.target.closest("search") || event.target.closest("#found a")) {
        close();
    }
});
