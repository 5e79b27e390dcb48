// A game in progress: the enter key goes from number to number.

document.addEventListener("keydown", (event) => {
  const numbers = [...document.querySelectorAll(".tally input")];
  const at = numbers.indexOf(event.target);
  if (event.key === "Enter" && at >= 0 && at < numbers.length - 1) {
    event.preventDefault();
    numbers[at + 1].focus();
    numbers[at + 1].select();
  }
});
