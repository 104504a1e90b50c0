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
